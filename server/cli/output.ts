import { toVisibleName } from "../contract/visible-text.ts";

/** What a command says: answers on standard output, everything else on standard error. */
export interface Output {
  /** One line of the answer. */
  print(line: string): void;
  /** One line for the person who waits. */
  tell(line: string): void;
}

export const terminal: Output = {
  print: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
};

/** Rows as columns, for people: no cell begins a row of its own, whatever stands in it. */
export function toTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(toVisibleName));
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
