"use client";

import { useRun, useRunContext } from "../store/run-context.tsx";
import type { QuestionView, RunView, SessionView } from "../view/run-view.ts";
import { useReview } from "./review-context.tsx";

/** What a session asks a person first; undefined where it asks nothing. */
export function openQuestion(
  { questions }: RunView,
  { openWaits: [first] }: SessionView,
): QuestionView | undefined {
  return first === undefined ? undefined : questions.find(({ waitId }) => waitId === first);
}

/** Opens the form of a question; undefined where it cannot be answered: in the past, and on a page that was shared. */
export function useReviewOf(question: QuestionView | undefined): (() => void) | undefined {
  const isLive = useRun(({ moment }) => moment === null);
  const { isReadOnly } = useRunContext();
  const review = useReview();
  return question && isLive && !isReadOnly ? () => review(question.waitId) : undefined;
}
