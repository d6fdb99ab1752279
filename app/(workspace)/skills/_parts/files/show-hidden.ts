/** Characters that a model reads and a person does not see: without width, of direction, tags. */
const UNSEEN =
  /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu;
const LONG_BLANK = /(?<=\S)[ \t\u00A0]{200,}(?=\S)/g;
const BLANK_LINES = /\n(?:[ \t\u00A0]*\n){40,}/g;

/** The same text with everything written out that a person would not see: `‹U+200B›`, `‹400 blanks›`, `‹60 blank lines›`. */
export function showHidden(text: string): string {
  return text
    .replace(BLANK_LINES, (lines) => `\n‹${lines.split("\n").length - 2} blank lines›\n`)
    .replace(LONG_BLANK, (blanks) => `‹${blanks.length} blanks›`)
    .replace(UNSEEN, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
    });
}
