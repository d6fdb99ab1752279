/** Text that a model reads and a person does not see. */
export interface HiddenText {
  /** From 1. */
  readonly line: number;
  /** What was found, as the beginning of a sentence. */
  readonly what: string;
}

const MANY_BLANK_LINES = 40;
const MANY_BLANKS = 200;
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/u, "Tag characters, which spell text that nobody sees"],
  [
    /[\u202A-\u202E\u2066-\u2069]/u,
    "Characters that change the direction of writing, which show text in another order",
  ],
  [/(?![\t\n\v\f\r])\p{Cc}/u, "Control characters, which hide or change text in a terminal"],
  [
    /[\uFE00-\uFE0F]{2,}|[\u200C\u200D]{2,}/,
    "Rows of characters that only change their neighbours, which can spell text",
  ],
  [/[\u200B\u200E\u200F\u2060-\u2064\uFEFF]/u, "Characters without width, which people do not see"],
];

/** The first place of each kind of hidden text. `firstLine` is the number of the text's first line in its file. */
export function findHiddenText(text: string, firstLine = 1): readonly HiddenText[] {
  const lines = text.split("\n");
  const found: HiddenText[] = [];
  for (const [pattern, what] of KINDS) {
    const index = lines.findIndex((line) => pattern.test(line));
    if (index >= 0) found.push({ line: firstLine + index, what });
  }
  const wide = lines.findIndex((line) => new RegExp(`\\S[ \\t\\u00A0]{${MANY_BLANKS},}\\S`).test(line));
  if (wide >= 0)
    found.push({
      line: firstLine + wide,
      what: `Text behind more than ${MANY_BLANKS} blanks, where people do not look`,
    });
  const far = afterBlankLines(lines);
  if (far !== undefined)
    found.push({
      line: firstLine + far,
      what: `Text below more than ${MANY_BLANK_LINES} blank lines, where people do not look`,
    });
  return found;
}

function afterBlankLines(lines: readonly string[]): number | undefined {
  let blanks = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") blanks += 1;
    else if (blanks >= MANY_BLANK_LINES && index > blanks) return index;
    else blanks = 0;
  }
  return undefined;
}
