import { type ExactJson, isList, isRecord, isScalar, NumberText, splitResult } from "./exact-json.ts";

/** Rows and columns of a table in an answer, and lines of quoted text. */
const MAX_ROWS = 40;
const MAX_COLUMNS = 10;
const MAX_LINES = 12;

/** Markdown for what a tool returned: numbers digit by digit as they came, lists of records as tables. */
export function renderResult(text: string): string {
  const { data, rest } = splitResult(text);
  if (data === undefined) return quote(rest);
  return [renderValue(data) || "(empty)", ...(rest ? [quote(rest)] : [])].join("\n\n");
}

/** The same without rows: only what is said about the whole, for results that a later one repeats in full. */
export function renderHead(text: string): string {
  const { data } = splitResult(text);
  if (!isRecord(data)) return data === undefined ? quote(text) : "";
  return bullets(Object.entries(data).filter(([, value]) => isScalar(value) || isNameList(value)));
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
  const blocks = entries.filter(([, value]) => !isScalar(value) && !isNameList(value));
  const filled = blocks.filter(([, value]) => !isList(value) || value.length > 0);
  const rendered = filled.map(
    ([key, value]) => `${label(key)}:\n\n${isRecord(value) ? renderNested(value) : renderValue(value)}`,
  );
  return [bullets(simple), ...rendered].filter(Boolean).join("\n\n");
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
