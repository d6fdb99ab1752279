/** A number as it was written: no digit is lost on the way to the answer. */
export class NumberText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export type ExactJson =
  | null
  | boolean
  | string
  | NumberText
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** A tool's result: its data, and lines that follow it (files that were made, notes). */
export interface SplitResult {
  readonly data: ExactJson | undefined;
  readonly rest: string;
}

/** Tells data and the lines behind it apart; all is rest where there is no data. */
export function splitResult(text: string): SplitResult {
  const whole = parseExact(text);
  if (whole !== undefined) return { data: whole, rest: "" };
  const lineEnd = text.trimStart().indexOf("\n");
  const data = lineEnd < 0 ? undefined : parseExact(text.trimStart().slice(0, lineEnd));
  return data === undefined
    ? { data, rest: text.trim() }
    : { data, rest: text.trimStart().slice(lineEnd).trim() };
}

/** Parses JSON, keeping numbers as their digits. Undefined when the text is no JSON object or list. */
export function parseExact(text: string): ExactJson | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") && !trimmed.startsWith("[")) return undefined;
  try {
    return JSON.parse(trimmed, keepDigits) as ExactJson;
  } catch {
    return undefined;
  }
}

/** The third argument is ECMAScript's JSON.parse source text access. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" ? new NumberText(context?.source ?? String(value)) : value;
}

export function isRecord(value: ExactJson | undefined): value is { readonly [key: string]: ExactJson } {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
  );
}

export function isScalar(value: ExactJson | undefined): value is null | boolean | string | NumberText {
  return value !== undefined && (value === null || typeof value !== "object" || value instanceof NumberText);
}

export function isList(value: ExactJson | undefined): value is readonly ExactJson[] {
  return Array.isArray(value);
}
