/** Controls, what turns the direction of writing, what ends a line or shows as nothing. */
const UNSEEN_KINDS =
  "\\p{Cc}|\\p{Bidi_Control}|\\p{Default_Ignorable_Code_Point}|[\\u2028\\u2029\\uFFF9-\\uFFFB]";

/**
 * Characters that move the cursor, colour or hide what follows in a terminal, turn the direction of writing, or show as nothing.
 * A line break and a tab are none; nor are the joiners and the choice of a look that Persian and emoji need.
 */
const UNSEEN = new RegExp(`(?![\\t\\n\\u200C\\u200D\\uFE0E\\uFE0F]|\\r\\n)(?:${UNSEEN_KINDS})`, "gu");

/** All of them but blanks: also what some writing needs. */
const ANY_UNSEEN = new RegExp(`(?!\\s)(?:${UNSEEN_KINDS})|\\uFEFF`, "gu");

/** The text as it is read: without anything that takes no place. */
export function withoutUnseen(text: string): string {
  return text.replace(ANY_UNSEEN, "");
}

/** Whether something in it is written out for people. */
export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN) >= 0;
}

/** The same text for people, with such characters written out: `‹U+001B›`. */
export function toVisible(text: string): string {
  return text.replace(UNSEEN, written);
}

/** The same name on one line, with line breaks and tabs written out too. */
export function toVisibleName(name: string): string {
  return toVisible(name).replace(/[\t\r\n]/g, written);
}

/** The same text with such characters escaped as its language has it. */
export function escapeUnseen(text: string, toEscape: (character: string) => string): string {
  return text.replace(UNSEEN, toEscape);
}

/** The same JSON text with such characters escaped, which means the same to whoever reads it. */
export function toPlainJson(json: string): string {
  return escapeUnseen(json, (character) =>
    // By halves of UTF-16, as JSON escapes are.
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

function written(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `‹U+${code}›`;
}
