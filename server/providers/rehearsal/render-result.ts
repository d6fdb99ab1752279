import { type ExactJson, isList, isRecord, isScalar, NumberText, splitResult } from "./exact-json.ts";

/** Rows and columns of a table in an answer, and lines of quoted text. */
const MAX_ROWS = 40;
const MAX_COLUMNS = 10;
const MAX_LINES = 12;

/**
 * Markdown for what a tool returned: numbers digit by digit as they came, lists of records as tables. What only repeats
 * one of the arguments, `known`, is left out.
 */
export function renderResult(text: string, known: readonly string[]): string {
  const { data, rest } = splitResult(text);
  if (data === undefined) return quote(rest);
  return (
    [renderValue(withoutKnown(data, known)), notes(rest, text)].filter(Boolean).join("\n\n") || "(empty)"
  );
}

/** The same without rows: only what is said about the whole, for results that a later one repeats in full. */
export function renderHead(text: string, known: readonly string[]): string {
  const { data } = splitResult(text);
  if (!isRecord(data)) return data === undefined ? quote(text) : "";
  const entries = Object.entries(withoutKnown(data, known));
  return facts(entries.filter(([, value]) => isScalar(value) || isNameList(value)));
}

function withoutKnown<Value extends ExactJson>(data: Value, known: readonly string[]): Value {
  if (!isRecord(data)) return data;
  const isKnown = (value: ExactJson) => typeof value === "string" && known.includes(value);
  return Object.fromEntries(Object.entries(data).filter(([, value]) => !isKnown(value))) as Value;
}

/** Files that a call made are named; whatever else follows the data is quoted. */
function notes(rest: string, text: string): string {
  const lines = rest.split("\n").map((line) => /^\[file (.+?), [^,]+, \d+ bytes/.exec(line)?.[1] ?? line);
  const files = lines.filter((line, index) => line !== rest.split("\n")[index]);
  const others = lines
    .filter((line) => !files.includes(line))
    .join("\n")
    .trim();
  return [
    files
      .filter((file) => !text.includes(`"${file}"`))
      .map((file) => `File made: ${file}`)
      .join("\n"),
    others ? quote(others) : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

function renderValue(value: ExactJson): string {
  if (isScalar(value)) return scalar(value);
  if (isList(value)) return renderList(value);
  return isRecord(value) ? renderRecord(value) : "";
}

function renderList(list: readonly ExactJson[]): string {
  if (list.length > 0 && list.every(isRecord)) return table(list.map((record) => Object.entries(record)));
  if (list.every(isScalar))
    return list
      .slice(0, MAX_ROWS)
      .map((item) => `- ${scalar(item)}`)
      .join("\n");
  return list
    .slice(0, MAX_ROWS)
    .map((item) => `- ${inline(item)}`)
    .join("\n");
}

function renderRecord(record: { readonly [key: string]: ExactJson }): string {
  const entries = Object.entries(record);
  if (entries.length > 1 && entries.every(([, value]) => isRecord(value))) return keyedTable(record);
  const simple = entries.filter(([, value]) => isScalar(value) || isNameList(value));
  const blocks = entries.filter(([, value]) => !isScalar(value) && !isNameList(value) && !isEmpty(value));
  const rendered = blocks.map(([key, value]) => {
    const body = isRecord(value) ? renderNested(value) : renderValue(value);
    return blocks.length > 1 ? `${label(key)}:\n\n${body}` : body;
  });
  return [blocks.length > 0 ? facts(simple) : bullets(simple), ...rendered].filter(Boolean).join("\n\n");
}

function renderNested(record: { readonly [key: string]: ExactJson }): string {
  const values = Object.values(record);
  return values.length > 0 && values.every(isRecord) ? keyedTable(record) : bullets(Object.entries(record));
}

/** `{ "revenue": { "mean": 1 }, "units": { "mean": 2 } }` as a table with the keys in its first column. */
function keyedTable(record: { readonly [key: string]: ExactJson }): string {
  return table(
    Object.entries(record).map(([key, value]): [string, ExactJson][] => [
      ["", key],
      ...(isRecord(value) ? Object.entries(value) : []),
    ]),
  );
}

function table(rows: readonly (readonly [string, ExactJson][])[]): string {
  const headers = [...new Set(rows.slice(0, MAX_ROWS).flatMap((row) => row.map(([key]) => key)))].slice(
    0,
    MAX_COLUMNS,
  );
  const lines = rows.slice(0, MAX_ROWS).map((row) => {
    const cells = new Map(row);
    return `| ${headers.map((header) => cell(cells.get(header))).join(" | ")} |`;
  });
  const left = rows.length > MAX_ROWS ? [`\n(${rows.length - MAX_ROWS} more rows)`] : [];
  return [
    `| ${headers.map((header) => cell(header)).join(" | ")} |`,
    `|${" --- |".repeat(headers.length)}`,
    ...lines,
    ...left,
  ].join("\n");
}

function bullets(entries: readonly (readonly [string, ExactJson])[]): string {
  return entries.map(([key, value]) => `- ${label(key)}: ${inline(value)}`).join("\n");
}

/** Short facts beside a table: on one line. */
function facts(entries: readonly (readonly [string, ExactJson])[]): string {
  const long = entries.filter(([, value]) => inline(value).length > 80);
  const short = entries
    .filter((entry) => !long.includes(entry))
    .map(([key, value]) => `${label(key)}: ${inline(value)}`);
  return [short.join("; "), bullets(long)].filter(Boolean).join("\n\n");
}

function isEmpty(value: ExactJson): boolean {
  return (isList(value) && value.length === 0) || (isRecord(value) && Object.keys(value).length === 0);
}

function isNameList(value: ExactJson): boolean {
  return isList(value) && value.length > 0 && value.length <= 30 && value.every(isScalar);
}

function inline(value: ExactJson): string {
  if (isScalar(value)) return scalar(value);
  if (isList(value)) return value.slice(0, 30).map(inline).join(", ");
  const text = isRecord(value)
    ? Object.entries(value)
        .map(([key, item]) => `${label(key)} ${inline(item)}`)
        .join(", ")
    : "";
  return text.length > 400 ? `${text.slice(0, 400)} ...` : text;
}

function scalar(value: null | boolean | string | NumberText): string {
  if (value === null) return "none";
  return value instanceof NumberText ? value.source : String(value);
}

function cell(value: ExactJson | undefined): string {
  const text = typeof value === "string" ? value : value === undefined ? "" : inline(value);
  return text.replaceAll("|", "\\|").replace(/\s+/g, " ");
}

function label(key: string): string {
  return key.replaceAll("_", " ");
}

function quote(text: string): string {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");
  if (lines.length === 0) return "(nothing)";
  const shown = lines.slice(0, MAX_LINES).map((line) => `> ${line.slice(0, 300)}`);
  return [...shown, ...(lines.length > MAX_LINES ? [`> (${lines.length - MAX_LINES} more lines)`] : [])].join(
    "\n",
  );
}
