import type { Json } from "../../contract/json.ts";
import {
  type ExactJson,
  isList,
  isRecord,
  isScalar,
  NumberText,
  parseExact,
  splitResult,
} from "./exact-json.ts";
import type { PastCall } from "./read-situation.ts";
import { recordsIn, tableRows } from "./rows.ts";

/** Names and values that arguments can be made of, each once, in the order in which they were found. */
export interface KnownValues {
  readonly files: readonly string[];
  readonly directories: readonly string[];
  readonly columns: readonly string[];
  readonly numericColumns: readonly string[];
  /** How many values each column has, where that is known. */
  readonly distinct: ReadonlyMap<string, number>;
  /** Rows that can be passed on: of the last result that had some, or of a table in the task. */
  readonly records: readonly { readonly [key: string]: Json }[];
  /** What the task names, for tools that look something up; empty where nothing may be looked up by name. */
  readonly names: readonly string[];
  /** The task and whatever else was said: names in it are preferred. */
  readonly text: string;
}

interface Findings {
  readonly files: Set<string>;
  readonly directories: Set<string>;
  readonly columns: Set<string>;
  readonly numericColumns: Set<string>;
  readonly distinct: Map<string, number>;
}

/** Deeper or larger results than these are not searched for names. */
const MAX_DEPTH = 6;
const MAX_COLUMNS = 60;

/** Collects what earlier results name, beside the files that are known from the start. */
export function collectKnownValues(
  files: readonly string[],
  past: readonly PastCall[],
  text: string,
): KnownValues {
  const found: Findings = {
    files: new Set(files),
    directories: new Set(),
    columns: new Set(),
    numericColumns: new Set(),
    distinct: new Map(),
  };
  for (const call of past) {
    if (call.isError) continue;
    const { data } = splitResult(call.text);
    if (data) searchColumns(data, "", { found, depth: 0 });
    searchPaths(call, found);
  }
  const lists = past.map((call) => (call.isError ? [] : recordsIn(call.text)));
  return {
    distinct: found.distinct,
    records: lists.findLast((rows) => rows.length > 0) ?? tableRows(text),
    files: [...found.files],
    directories: [...found.directories],
    columns: [...found.columns].slice(0, MAX_COLUMNS),
    numericColumns: [...found.numericColumns].slice(0, MAX_COLUMNS),
    names: [],
    text,
  };
}

/** File names in running text: `sales.csv`, `notes/plan.md`; addresses and abbreviations are none. */
export function fileNamesIn(text: string): readonly string[] {
  const names = text.match(
    /(?<![\w/:@.-])[\w~./-]*\w\.(?:csv|tsv|txt|md|json|jsonl|xlsx?|pdf|docx?|pptx?|html?|xml|ya?ml|parquet|log|py|png|jpe?g|svg)\b/gi,
  );
  return [...new Set(names ?? [])];
}

interface Search {
  readonly found: Findings;
  readonly depth: number;
}

function searchColumns(value: ExactJson, key: string, { found, depth }: Search): void {
  if (depth > MAX_DEPTH) return;
  const next = { found, depth: depth + 1 };
  if (/^(columns?|fields?|headers?|numeric|numbers|.*_columns?)$/i.test(key))
    noteColumns(value, /numeric|number/i.test(key), found);
  if (isList(value)) {
    for (const item of value.slice(0, 200)) {
      noteDescribed(item, found);
      searchColumns(item, "", next);
    }
  } else if (isRecord(value)) {
    for (const [name, item] of Object.entries(value)) searchColumns(item, name, next);
  }
}

/** A list of names, a list of descriptions, or an object by name. */
function noteColumns(value: ExactJson, isNumeric: boolean, found: Findings): void {
  if (isList(value)) {
    for (const item of value) if (typeof item === "string") note(item, isNumeric, found);
  } else if (isRecord(value)) {
    for (const [name, item] of Object.entries(value))
      note(name, isNumeric || isNumericDescription(item), found);
  }
}

/** `{ "name": "revenue", "type": "number" }` or `{ "column": "revenue", "mean": 3.5 }` */
function noteDescribed(item: ExactJson, found: Findings): void {
  if (!isRecord(item)) return;
  const name = item["column"] ?? item["name"] ?? item["field"];
  const isDescription =
    "type" in item || "dtype" in item || "kind" in item || "mean" in item || "min" in item;
  if (typeof name !== "string" || !isDescription) return;
  note(name, isNumericDescription(item), found);
  const distinct = item["distinct"] ?? item["unique"];
  if (distinct instanceof NumberText) found.distinct.set(name, Number(distinct.source));
}

function isNumericDescription(value: ExactJson): boolean {
  if (typeof value === "string") return /int|float|num|decimal|double|real/i.test(value);
  if (!isRecord(value)) return false;
  const type = value["type"] ?? value["dtype"] ?? value["kind"];
  if (typeof type === "string") return isNumericDescription(type);
  return value["mean"] instanceof NumberText || value["sum"] instanceof NumberText;
}

function note(name: string, isNumeric: boolean, found: Findings): void {
  found.columns.add(name);
  if (isNumeric) found.numericColumns.add(name);
}

/** Absolute folders, and the entries of a listing joined with the folder that was listed. */
function searchPaths(call: PastCall, found: Findings): void {
  const text = call.text.slice(0, 20_000);
  const listed = listedFolder(call);
  for (const match of text.matchAll(/(?:^|[\s"'(])((?:[A-Za-z]:\\|\/)[^\s"'<>|,]+)/g)) {
    const path = match[1] ?? "";
    if (/\.\w{1,5}$/.test(path)) found.files.add(path);
    else found.directories.add(path);
  }
  if (listed === undefined) return;
  for (const { name, isFolder } of entriesOf(text)) {
    const path = `${listed.replace(/[\\/]$/, "")}/${name}`;
    (isFolder ? found.directories : found.files).add(path);
  }
}

function listedFolder({ name, input }: PastCall): string | undefined {
  if (!/list|dir|tree|ls/i.test(name) || typeof input !== "object" || input === null || Array.isArray(input))
    return undefined;
  return Object.values(input).find(
    (value): value is string => typeof value === "string" && /[\\/]/.test(value),
  );
}

function entriesOf(text: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  const data = parseExact(text);
  if (isList(data)) return data.flatMap(entryOf);
  const lines = [...text.matchAll(/^\s*\[(FILE|DIR)\]\s+(.+?)\s*$/gm)];
  if (lines.length > 0) return lines.map((match) => ({ name: match[2] ?? "", isFolder: match[1] === "DIR" }));
  return fileNamesIn(text)
    .filter((name) => !name.includes("/"))
    .map((name) => ({ name, isFolder: false }));
}

function entryOf(item: ExactJson): readonly { readonly name: string; readonly isFolder: boolean }[] {
  if (typeof item === "string") return [{ name: item, isFolder: false }];
  if (!isRecord(item) || !isScalar(item["name"]) || typeof item["name"] !== "string") return [];
  return [{ name: item["name"], isFolder: /dir|folder/i.test(String(item["type"] ?? "")) }];
}
