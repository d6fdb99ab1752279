/** One top-level field of front matter with the lines that belong to it. */
export interface FieldLines {
  readonly key: string;
  /** Index of its first line among the lines of the front matter, from 0. */
  readonly start: number;
  readonly lines: readonly string[];
}

const FIELD = /^(["']?)([A-Za-z_][\w.-]*)\1[ \t]*:(?=[ \t]|$)/;

/**
 * Splits front matter into its top-level fields. What is indented, blank, a comment, a list entry or no field at all belongs
 * to the field above it. Lines above the first field are left out.
 */
export function splitFields(head: readonly string[]): readonly FieldLines[] {
  const starts = head.flatMap((line, index) => (FIELD.test(line) ? [index] : []));
  return starts.map((start, position) => ({
    key: FIELD.exec(head[start] ?? "")?.[2] ?? "",
    start,
    lines: head.slice(start, starts[position + 1] ?? head.length),
  }));
}

/** What stands behind the colon of the field's first line. */
export function firstValue(field: FieldLines): string {
  return (field.lines[0] ?? "").replace(FIELD, "").trim();
}

/** The field on one line with its whole text in quotes, as its author most likely meant it. */
export function quoteField(field: FieldLines): string {
  const rest = field.lines.slice(1).map((line) => line.trim());
  const text = [firstValue(field), ...rest].filter((line) => line !== "").join(" ");
  return `${field.key}: ${JSON.stringify(withoutQuotes(text))}`;
}

function withoutQuotes(text: string): string {
  const quote = text[0];
  const isFramed = (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote);
  return isFramed ? text.slice(1, -1).replaceAll(quote + quote, quote) : text;
}
