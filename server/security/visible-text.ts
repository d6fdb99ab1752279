/**
 * Characters that move the cursor, colour or hide what follows in a terminal, turn the direction of writing, or show as nothing.
 * A line break and a tab are none; nor are the joiners that Persian and emoji need.
 */
const UNSEEN =
  /(?![\t\n])\p{Cc}|[\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu;

/** The same text for people, with such characters written out: `‹U+001B›`. */
export function toVisible(text: string): string {
  return text.replace(UNSEEN, written);
}

/** The same name on one line, with line breaks and tabs written out too. */
export function toVisibleName(name: string): string {
  return toVisible(name).replace(/[\t\n]/g, written);
}

/** The same JSON text with such characters escaped, which means the same to whoever reads it. */
export function toPlainJson(json: string): string {
  return json.replace(UNSEEN, (character) =>
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
