import type { Question } from "@/server/contract/questions.ts";

/** More than any line has room for. */
const MOST_CHARACTERS = 300;

/** What a question begins with, for rows and notices: the whole stands in its form. */
export function questionLine(question: Pick<Question, "question"> | undefined): string {
  const start = (question?.question ?? "").trimStart().slice(0, MOST_CHARACTERS);
  return start
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .replace(/\s+/g, " ");
}
