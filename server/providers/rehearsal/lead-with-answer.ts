import { blocksOf } from "./render-call.ts";

/** At most so many lines, and so many of a table's rows in one. */
const LINES = 4;
const ROWS = 5;
const TOTALS = ["sum", "total", "value", "count"];
const MEANS = ["mean", "average", "avg"];

/** A block of an answer that holds a table: what was called with what, short facts, and the rows. */
interface Finding {
  /** Arguments that name no file. */
  readonly about: readonly string[];
  readonly facts: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * The figures that answer a task, for the top of the answer: what was found for groups, else for columns. Every digit stands
 * in `texts` as well, where it came from. Empty where they hold no such table.
 */
export function leadWithAnswer(texts: readonly string[]): string {
  const findings = texts.flatMap(blocksOf).flatMap(({ title, text }) => {
    const found = title === undefined ? undefined : readFinding(title, text);
    return found ? [found] : [];
  });
  const groups = findings.filter(({ about }) => about.length > 0);
  const lines = groups.length > 0 ? groups.flatMap(groupLine) : findings.flatMap(columnLines);
  return [...new Set(lines)].slice(0, LINES).join("\n");
}

function readFinding(title: string, text: string): Finding | undefined {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => /^\| ---/.test(line));
  if (first < 1) return undefined;
  const table = lines.slice(first + 1);
  const end = table.findIndex((line) => !line.startsWith("|"));
  const rows = table.slice(0, end < 0 ? table.length : end).map(cellsOf);
  return {
    about: [...title.matchAll(/`([^`]+)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !/\.\w+$/.test(name)),
    facts: lines.slice(1, first - 1).join("; "),
    header: cellsOf(lines[first - 1] ?? ""),
    rows: rows.filter(([label = ""]) => label !== "" && !isNumber(label)),
  };
}

/** `Bay Link 334521 (mean 27876.75)`, the largest first as the tool gave them, behind what all come to. */
function groupLine({ about, facts, header, rows }: Finding): readonly string[] {
  const sum = columnOf(header, TOTALS);
  if (sum === undefined || rows.length === 0) return [];
  const mean = columnOf(header, MEANS);
  const shown = rows.slice(0, ROWS).map((row) => {
    const average = mean === undefined ? "" : ` (mean ${row[mean]})`;
    return `${row[0]} ${row[sum]}${average}`;
  });
  const more = rows.length > ROWS ? [`${rows.length - ROWS} more`] : [];
  const total = factOf(facts, "total");
  const counted = factOf(facts, "rows counted");
  const whole =
    total === undefined ? "" : `${total} in all${counted === undefined ? "" : ` over ${counted} rows`}. `;
  const measure = about.at(-1) ?? "";
  const by = about.slice(0, -1).join(" and ");
  return [
    `- **${plain(measure)}**${by ? ` by ${plain(by)}` : ""}: ${whole}${[...shown, ...more].join(", ")}.`,
  ];
}

/** One line for each column of a file. */
function columnLines({ header, rows }: Finding): readonly string[] {
  const wanted = [...TOTALS.slice(0, 2), ...MEANS, "count"];
  const columns = wanted.flatMap((name) => (header.includes(name) ? [header.indexOf(name)] : []));
  if (columns.length < 2) return [];
  return rows.map(
    (row) => `- **${plain(row[0] ?? "")}**: ${columns.map((at) => `${header[at]} ${row[at]}`).join(", ")}.`,
  );
}

function columnOf(header: readonly string[], names: readonly string[]): number | undefined {
  const found = names.map((name) => header.indexOf(name)).find((index) => index > 0);
  return found;
}

function factOf(facts: string, name: string): string | undefined {
  return facts
    .split("; ")
    .find((fact) => fact.startsWith(`${name}: `))
    ?.slice(name.length + 2);
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\| | \|$/g, "")
    .split(" | ")
    .map((cell) => cell.trim());
}

function isNumber(text: string): boolean {
  return text !== "" && Number.isFinite(Number(text));
}

function plain(name: string): string {
  return name.replaceAll("_", " ");
}
