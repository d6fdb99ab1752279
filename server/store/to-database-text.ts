/** The text as PostgreSQL can hold it: U+0000 becomes the sign for what could not be read. */
export function toDatabaseText(text: string): string {
  return text.replaceAll("\u0000", "\ufffd");
}
