import type { QuestionView, RunView } from "./run-view.ts";

/** What a person can still answer, oldest first. A session that is over takes its questions with it. */
export function openQuestions({
  questions,
  sessions,
}: Pick<RunView, "questions" | "sessions">): readonly QuestionView[] {
  return questions.filter(
    ({ answer, sessionId }) => answer === null && sessions[sessionId]?.finishedAt === null,
  );
}
