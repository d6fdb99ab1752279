import { classNames } from "./class-names.ts";
import { ScrollBox } from "./scroll-box.tsx";
import { withoutPiles } from "./without-piles.ts";

/** Longer, or of more lines, and a question is a text to be read and no heading. */
const MOST_CHARACTERS = 400;
const MOST_LINES = 6;

export function isLongQuestion(text: string): boolean {
  return text.length > MOST_CHARACTERS || text.split("\n", MOST_LINES + 1).length > MOST_LINES;
}

interface LongQuestionProps {
  readonly text: string;
  readonly isCompact?: boolean;
}

/** The whole of a question that has no room as a heading, as where a person's seat is given a task. It scrolls in itself. */
export function LongQuestion({ text, isCompact = false }: LongQuestionProps) {
  return (
    <ScrollBox
      aria-label="The whole question"
      dir="auto"
      className={classNames(
        "overflow-y-auto overscroll-contain rounded-2 border bg-surface-2 px-3 py-2 whitespace-pre-wrap wrap-anywhere",
        isCompact ? "max-h-48 text-13" : "max-h-80 text-14",
      )}
    >
      {withoutPiles(text)}
    </ScrollBox>
  );
}
