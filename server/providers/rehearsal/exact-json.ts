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
