import { AppError, isAppError } from "../../contract/app-error.ts";

/** What is wrong with a file, and where. */
export interface FileProblem {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** Problems shown at most. */
const SHOWN = 20;

/** `FILE:LINE: what is wrong`, one a line, as editors and terminals can jump to. */
export function toFileError(problems: readonly FileProblem[]): AppError {
  const lines = problems.slice(0, SHOWN).map(({ file, line, message }) => `${file}:${line}: ${message}`);
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
  return new AppError("invalid", [...lines, ...more].join("\n"), { data: { problems } });
}

/** The same error with files named as `place` writes them; any other error as it is. */
export function placeProblems(error: unknown, place: (file: string) => string): unknown {
  if (!isAppError(error) || !isFileErrorData(error.data)) return error;
  return toFileError(error.data.problems.map((problem) => ({ ...problem, file: place(problem.file) })));
}

function isFileErrorData(data: unknown): data is { readonly problems: readonly FileProblem[] } {
  return typeof data === "object" && data !== null && "problems" in data && Array.isArray(data.problems);
}
