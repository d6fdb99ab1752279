/** A table read from delimited text, cut to what a preview can show. */
export interface ParsedTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether rows or columns were left out. */
  readonly isCut: boolean;
}

const MOST_ROWS = 200;
const MOST_COLUMNS = 40;

/** Reads CSV (RFC 4180: quotes, doubled quotes, line breaks inside) or its relatives with semicolons or tabs. */
export function parseTable(text: string): ParsedTable {
  const clean = text.replace(/^\uFEFF/, "");
  const { records, isCut } = readRecords(clean, findDelimiter(clean));
  const [head = [], ...rows] = records;
  const isWide = records.some((record) => record.length > MOST_COLUMNS);
  const narrow = (record: readonly string[]) => record.slice(0, MOST_COLUMNS);
  return { head: narrow(head), rows: rows.map(narrow), isCut: isCut || isWide };
}

/** The mark that parts the first record; what stands in quotes parts nothing. */
function findDelimiter(text: string): string {
  const start = text.slice(0, 20_000).replace(/"(?:[^"]|"")*"?/g, "");
  const line = start.split("\n", 1)[0] ?? "";
  const count = (mark: string) => line.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

interface Records {
  readonly records: readonly string[][];
  readonly isCut: boolean;
}

function readRecords(text: string, delimiter: string): Records {
  const records: string[][] = [];
  let record: string[] = [];
  let position = 0;
  while (position < text.length) {
    const { value, end } = readCell(text, position, delimiter);
    record.push(value);
    position = end + 1;
    if (text[end] === delimiter) continue;
    if (text[end] === "\r" && text[end + 1] === "\n") position += 1;
    if (record.length > 1 || record[0] !== "") records.push(record);
    record = [];
    if (records.length > MOST_ROWS) return { records, isCut: position < text.length };
  }
  if (record.length > 0) records.push([...record, ""]);
  return { records, isCut: false };
}

interface Cell {
  readonly value: string;
  /** Where the delimiter, the line break or the end of the text is. */
  readonly end: number;
}

function readCell(text: string, from: number, delimiter: string): Cell {
  if (text[from] !== '"') {
    const end = endOfBare(text, from, delimiter);
    return { value: text.slice(from, end), end };
  }
  let close = from + 1;
  for (; close < text.length; close += 1) {
    if (text[close] !== '"') continue;
    if (text[close + 1] !== '"') break;
    close += 1;
  }
  const end = endOfBare(text, Math.min(close + 1, text.length), delimiter);
  return { value: text.slice(from + 1, close).replaceAll('""', '"'), end };
}

function endOfBare(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === delimiter || letter === "\n" || letter === "\r") return at;
  }
  return text.length;
}
