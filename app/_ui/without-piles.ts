/** Marks on one letter: more than any writing has. */
const MOST_MARKS = 30;
const PILE = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

/** The text without piles of marks on one letter, which a browser needs minutes to draw. `…` stands for what is left out. */
export function withoutPiles(text: string): string {
  return text.replace(PILE, "$1…");
}
