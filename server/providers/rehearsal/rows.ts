import type { Json } from "../../contract/json.ts";
import { type ExactJson, isList, isRecord, isScalar, NumberText, splitResult } from "./exact-json.ts";

interface Row {
  readonly [key: string]: Json;
}

/** Rows that are passed on at most. */
const MAX_ROWS = 100;

/** The longest list of flat records in a result. */
export function recordsIn(text: string): readonly Row[] {
  const { data } = splitResult(text);
  const candidates = isRecord(data) ? Object.values(data) : [data];
  const lists = candidates.filter(isRecordList);
  const longest = lists.toSorted((left, right) => right.length - left.length)[0] ?? [];
  return longest.slice(0, MAX_ROWS).map(toRow);
}

/** The rows of the first Markdown table in a text. */
export function tableRows(text: string): readonly Row[] {
  const lines = text.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line) => /^\|(?:\s*:?-+:?\s*\|)+$/.test(line));
  if (at < 1) return [];
  const headers = cellsOf(lines[at - 1] ?? "").map((header, index) => header || `column ${index + 1}`);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith("|"));
  const rows = lines.slice(at + 1, end < 0 ? lines.length : end).slice(0, MAX_ROWS);
  return rows.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(headers.map((header, index) => [header, toCell(cells[index] ?? "")]));
  });
}

function isRecordList(
  value: ExactJson | undefined,
): value is readonly { readonly [key: string]: ExactJson }[] {
  return isList(value) && value.length > 0 && value.every(isRecord);
}

function toRow(record: { readonly [key: string]: ExactJson }): Row {
  const cells = Object.entries(record).flatMap(([key, value]): [string, Json][] => {
    if (value instanceof NumberText) return [[key, toCell(value.source)]];
    return isScalar(value) ? [[key, value]] : [];
  });
  return Object.fromEntries(cells);
}

function cellsOf(line: string): readonly string[] {
  const inner = line.replace(/^\||\|$/g, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** A number only where none of its digits is lost. */
function toCell(text: string): Json {
  return text !== "" && String(Number(text)) === text ? Number(text) : text;
}
