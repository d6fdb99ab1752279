import { shownName } from "./files-flags.ts";

/** What a search found in one file. */
export interface FileHits {
  readonly path: string;
  readonly lines: readonly string[];
  /** Numbers of the lines that fit, from 0. */
  readonly hits: readonly number[];
}

export interface HitsView {
  readonly output_mode: "content" | "files_with_matches" | "count";
  readonly context: number;
  readonly max_results: number;
  /** Whether there may be more. */
  readonly isCut: boolean;
}

const LINE_LENGTH = 300;
const MOST_CHARACTERS = 40_000;

/** The answer of a search: `path:line:text` for lines that fit, `path-line-text` for those around them. */
export function renderHits(files: readonly FileHits[], view: HitsView): string {
  if (files.length === 0)
    return view.isCut ? "Nothing found in the part that was searched." : "Nothing found.";
  const lines = files.flatMap((file) => linesOf(file, view)).slice(0, mostLines(view));
  const text = lines.join("\n");
  const isCut = view.isCut || text.length > MOST_CHARACTERS;
  const note = isCut ? "\n[There may be more: use a narrower expression, path or glob.]" : "";
  return text.slice(0, MOST_CHARACTERS) + note;
}

function mostLines({ output_mode, max_results, context }: HitsView): number {
  return output_mode === "content" ? max_results * (2 * context + 2) : max_results;
}

function linesOf(file: FileHits, { output_mode, context, max_results }: HitsView): readonly string[] {
  const name = shownName(file.path);
  if (output_mode === "files_with_matches") return [name];
  if (output_mode === "count") return [`${name}:${file.hits.length}`];
  const fitting = new Set(file.hits.slice(0, max_results));
  const around = new Set([...fitting].flatMap((hit) => neighbours(hit, context, file.lines.length)));
  return [...around].map((index) => {
    const mark = fitting.has(index) ? ":" : "-";
    return `${name}${mark}${index + 1}${mark}${cut(file.lines[index] ?? "")}`;
  });
}

function neighbours(hit: number, context: number, count: number): readonly number[] {
  const from = Math.max(0, hit - context);
  const to = Math.min(count - 1, hit + context);
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

function cut(line: string): string {
  const text = line.replace(/\r$/, "");
  return text.length > LINE_LENGTH ? `${text.slice(0, LINE_LENGTH)}...` : text;
}
