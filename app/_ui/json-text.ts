/** JSON for people to read: two spaces, in the order it came. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}
