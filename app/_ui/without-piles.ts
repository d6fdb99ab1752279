/** Marks on one letter: more than any writing has. */
const MOST_MARKS = 30;
const PILE = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

/** Characters without a place to break the line: more than any word has. */
const LONGEST_WORD = 400;
const PART = new RegExp(`\\S{${LONGEST_WORD}}(?=\\S)`, "gu");
/** Written without blanks between words, and quickly laid out however long. */
const WITHOUT_BLANKS = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
const EASY = new RegExp(
  `^[\\p{ASCII}\\p{P}\\p{S}\\p{M}${WITHOUT_BLANKS.map((script) => `\\p{Script=${script}}`).join("")}]*$`,
  "u",
);

/**
 * The text without what a browser needs minutes to lay out: piles of marks on one letter, for which `…` stands, and words without
 * end of scripts whose letters join, which may then break like any long text. All that people write stays as it is.
 */
export function withoutPiles(text: string): string {
  return text
    .replace(PILE, "$1…")
    .replace(/\S+/g, (word) =>
      word.length <= LONGEST_WORD || EASY.test(word) ? word : word.replace(PART, "$&\u200b"),
    );
}
