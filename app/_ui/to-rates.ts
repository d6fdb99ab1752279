/** Limits as they are typed, one a line, in the way they are stored. */
export function toRates(text: string): string[] {
  return text.split("\n").flatMap(
    (line) =>
      line
        .trim()
        .replace(/\s*\/\s*/, "/")
        .replace(/\s+/g, " ") || [],
  );
}
