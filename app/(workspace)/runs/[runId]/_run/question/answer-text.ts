import type { QuestionAnswer } from "@/server/contract/questions.ts";

/** An answer in one line: what was chosen, what was written, or that it was skipped. */
export function answerText({ answers }: QuestionAnswer): string {
  return answers
    .map(({ selected, text, isSkipped }) =>
      isSkipped ? "skipped" : [...selected, text.trim()].filter(Boolean).join(", ") || "nothing",
    )
    .join("; ");
}
