import type { Json } from "../../contract/json.ts";
import type { KnownValues } from "./known-values.ts";
import { mentions, overlap, wordsOf } from "./match-words.ts";
import type { RehearsalTool } from "./rehearsal-prompt.ts";
import { toPatternTest } from "./to-pattern-test.ts";

export interface Parameter {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly tool: RehearsalTool;
}

/** The part of a JSON Schema that the rehearsal reads. Anything may be missing or of another form. */
export interface SchemaNode {
  readonly [key: string]: unknown;
}

export type ParameterRole = "file" | "directory" | "output" | "group" | "column" | "text" | "other";

type Filled = { readonly value: Json } | undefined;

/** Required parameters of a tool, in the order of its schema. */
export function requiredParameters(tool: RehearsalTool): readonly Parameter[] {
  const properties = nodeOf(tool.inputSchema["properties"]);
  const required = Array.isArray(tool.inputSchema["required"]) ? tool.inputSchema["required"] : [];
  return required
    .filter((name): name is string => typeof name === "string")
    .map((name) => ({ name, schema: simplest(nodeOf(properties[name])), tool }));
}

/** What a parameter is for, by its name first, then by what is said about it. */
export function roleOf({ name, schema, tool }: Parameter): ParameterRole {
  const plain = name.toLowerCase();
  const said = `${typeof schema["description"] === "string" ? schema["description"] : ""}`.toLowerCase();
  if (/(^|_)(out|output|dest|destination|target|save)(_|$)/.test(plain)) return "output";
  if (/(^|_)(dir|directory|folder|root)(_|$)/.test(plain)) return "directory";
  if (
    /(^|_)(path|paths|file|files|filename|filenames|csv|source|document|table|dataset)(_|$)|(file|path)s?$/.test(
      plain,
    )
  ) {
    return /dir|folder|tree|list|search/.test(lastPart(tool.name)) || /\bfolder|directory\b/.test(said)
      ? "directory"
      : "file";
  }
  if (/(^|_)(group|groups|by|category|key|label|dimension)(_|$)|group/.test(plain)) return "group";
  if (/(^|_)(col|cols|column|columns|field|fields|value|values|measure|metric|amount|x|y)(_|$)/.test(plain))
    return "column";
  if (/column/.test(said) && schema["type"] === "string") return "column";
  if (/query|search|keyword|message|text|question|prompt|topic|subject|content|phrase|term|title/.test(plain))
    return "text";
  return "other";
}

/**
 * Arguments for a call, made of the required parameters only. Undefined when one of them cannot be filled with something
 * real: better no call than an invented argument.
 */
export function fillArguments(
  tool: RehearsalTool,
  known: KnownValues,
): { readonly [key: string]: Json } | undefined {
  const entries: [string, Json][] = [];
  for (const parameter of requiredParameters(tool)) {
    const filled = fill(parameter, { ...known, used: entries.map(([, value]) => value) });
    if (!filled) return undefined;
    entries.push([parameter.name, filled.value]);
  }
  return Object.fromEntries(entries);
}

interface Material extends KnownValues {
  /** Values that earlier parameters of the same call got. */
  readonly used: readonly Json[];
}

function fill(parameter: Parameter, known: Material): Filled {
  const { schema } = parameter;
  if (schema["const"] !== undefined) return { value: schema["const"] as Json };
  if (Array.isArray(schema["enum"])) return first(preferMentioned(schema["enum"] as Json[], known.text));
  if (schema["default"] !== undefined) return { value: schema["default"] as Json };
  switch (schema["type"]) {
    case "array":
      return fillList(parameter, known);
    case "object":
      return fillObject(parameter, known);
    case "boolean":
      return { value: false };
    case "integer":
    case "number":
      return fillNumber(parameter, known);
    default:
      return fillString(parameter, known);
  }
}

function fillList({ name, schema, tool }: Parameter, known: Material): Filled {
  const rows = passedOnRows(name, schema, known);
  if (rows) return rows.length > 0 ? { value: rows } : undefined;
  const item: Parameter = { name, schema: simplest(nodeOf(schema["items"])), tool };
  if (roleOf(item) === "column" && known.numericColumns.length > 0)
    return { value: known.numericColumns.slice(0, 8) };
  const filled = fill(item, known);
  return filled && { value: [filled.value] };
}

/** A list of records that nothing more is said about takes rows that were found; undefined for any other list. */
function passedOnRows(name: string, schema: SchemaNode, known: Material): KnownValues["records"] | undefined {
  const item = simplest(nodeOf(schema["items"]));
  const isOpen = Object.keys(nodeOf(item["properties"])).length === 0;
  const isUntyped = item["type"] === undefined && /^(rows|records|data|items|entries|table)$/.test(name);
  return isOpen && (item["type"] === "object" || isUntyped) ? known.records : undefined;
}

function fillObject({ schema, tool }: Parameter, known: Material): Filled {
  if (Object.keys(nodeOf(schema["properties"])).length === 0) return undefined;
  const value = fillArguments({ ...tool, inputSchema: schema }, known);
  return value && { value };
}

/** A number of the task if there are some, else what the bounds allow; nothing where there are no bounds either. */
function fillNumber({ name, schema }: Parameter, known: Material): Filled {
  const minimum = asNumber(schema["minimum"]) ?? asNumber(schema["exclusiveMinimum"]);
  const maximum = asNumber(schema["maximum"]);
  const said = numbersIn(known.text).filter((value) => !known.used.includes(value));
  const fitting = said.find(
    (value) =>
      value >= (minimum ?? -Infinity) &&
      value <= (maximum ?? Infinity) &&
      (schema["type"] === "number" || Number.isInteger(value)),
  );
  if (fitting !== undefined) return { value: fitting };
  if (/^(n|top|limit|count|rows|size|head|max|k|bins?|buckets?)$|_(limit|count|rows|bins)$/.test(name)) {
    return { value: Math.min(Math.max(5, minimum ?? 1), maximum ?? 5) };
  }
  const bound =
    minimum === undefined ? maximum : minimum + (schema["exclusiveMinimum"] === undefined ? 0 : 1);
  return bound === undefined ? undefined : { value: bound };
}

function fillString(parameter: Parameter, known: Material): Filled {
  switch (roleOf(parameter)) {
    case "file":
      return first(preferFiles(known.files, parameter, known.text));
    case "directory":
      return first(known.directories);
    case "output":
      return {
        value: `result.${/\b(png|svg|csv|md|json|html)\b/i.exec(descriptionOf(parameter))?.[1]?.toLowerCase() ?? "txt"}`,
      };
    case "group":
      return first(unused(preferMentioned(groupColumns(known), known.text), known));
    case "column":
      return first(unused(preferMentioned(valueColumns(known), known.text), known));
    case "text":
      return known.text.trim() ? { value: firstSentence(known.text) } : undefined;
    case "other":
      return isSecret(parameter.name) ? undefined : first(unused(fitting(known.names, parameter), known));
  }
}

function isSecret(name: string): boolean {
  return /secret|token|passw|credential|api_?key|auth/i.test(name);
}

/** Values of the form that a schema asks for. Of a format nothing is known, but that a name is none. */
function fitting(values: readonly string[], { schema }: Parameter): readonly string[] {
  if (schema["format"] !== undefined) return [];
  return typeof schema["pattern"] === "string" ? values.filter(toPatternTest(schema["pattern"])) : values;
}

/** Files of the kind that the tool speaks of, those that the task names and that fit it best first. */
export function preferFiles(files: readonly string[], parameter: Parameter, text: string): readonly string[] {
  const wanted = [
    ...descriptionOf(parameter).matchAll(/\b(csv|tsv|xlsx|json|txt|md|pdf|text|markdown)\b/gi),
  ].map((match) => (match[1] ?? "").toLowerCase());
  const fits = (file: string) => wanted.some((kind) => extensionsOf(kind).includes(extensionOf(file)));
  const fitting = files.filter(fits);
  const pool = fitting.length > 0 ? fitting : files;
  const words = wordsOf(text);
  const score = (file: string) =>
    (text.includes(file) ? 100 : 0) + overlap(wordsOf(file.split("/").at(-1) ?? file), words);
  return pool.toSorted((left, right) => score(right) - score(left));
}

function extensionsOf(kind: string): readonly string[] {
  if (kind === "csv") return ["csv", "tsv"];
  if (kind === "text") return ["txt", "md", "csv", "json", "log"];
  return kind === "markdown" ? ["md"] : [kind];
}

function extensionOf(file: string): string {
  return file.split(".").at(-1)?.toLowerCase() ?? "";
}

function descriptionOf({ name, schema, tool }: Parameter): string {
  return `${name} ${String(schema["description"] ?? "")} ${tool.name.replaceAll("_", " ")} ${tool.description}`;
}

/** Groups of a column in which every row differs say nothing. */
const MAX_GROUPS = 30;

/** Columns that make groups: those that are no numbers and repeat themselves. */
function groupColumns({ columns, numericColumns, distinct }: KnownValues): readonly string[] {
  const texts = columns.filter((column) => !numericColumns.includes(column));
  return texts.filter((column) => {
    const values = distinct.get(column);
    return values === undefined || (values > 1 && values <= MAX_GROUPS);
  });
}

/** Columns to compute with; numbers that only name something come last. */
function valueColumns({ columns, numericColumns }: KnownValues): readonly string[] {
  const pool = numericColumns.length > 0 ? numericColumns : columns;
  const isName = (column: string) => /^(?:id|nr|no|index|row|year|.*[_ ]id)$/i.test(column);
  return pool.toSorted((left, right) => Number(isName(left)) - Number(isName(right)));
}

function unused(values: readonly string[], { used }: Material): readonly string[] {
  return values.filter((value) => !used.includes(value));
}

function preferMentioned<Value extends Json>(values: readonly Value[], text: string): readonly Value[] {
  const isMentioned = (value: Value) => typeof value === "string" && mentions(text, value);
  return [...values.filter(isMentioned), ...values.filter((value) => !isMentioned(value))];
}

function first(values: readonly Json[] | undefined): Filled {
  return values?.[0] === undefined ? undefined : { value: values[0] };
}

function firstSentence(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  const sentence = /^.{10,118}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.slice(0, 120);
}

function numbersIn(text: string): readonly number[] {
  return (text.match(/(?<![\w.,])-?\d+(?:\.\d+)?(?![\w.,]\d|\w)/g) ?? []).map(Number);
}

function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function lastPart(toolName: string): string {
  return toolName.split("__").at(-1) ?? toolName;
}

/** `anyOf: [string, null]` and the like: the first form that is not null. */
function simplest(schema: SchemaNode): SchemaNode {
  const forms = schema["anyOf"] ?? schema["oneOf"];
  const type = Array.isArray(schema["type"])
    ? schema["type"].find((item) => item !== "null")
    : schema["type"];
  if (!Array.isArray(forms)) return { ...schema, type };
  const form = forms.map(nodeOf).find((candidate) => candidate["type"] !== "null");
  return form ? { ...schema, ...form } : schema;
}

function nodeOf(value: unknown): SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as SchemaNode) : {};
}
