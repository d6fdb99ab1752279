/** A text in code or in an expression: what stands in it, and where. */
export interface CodeText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TEXT = /(["'`])((?:\\.|(?!\1)[^\\]){1,400})\1/gs;

/** Texts in quotes in a piece of code, in their order; longer ones than 400 characters are none. Takes linear time. */
export function textsIn(code: string): readonly CodeText[] {
  return [...code.matchAll(TEXT)].map((found) => ({
    text: found[2] ?? "",
    start: found.index,
    end: found.index + found[0].length,
  }));
}
