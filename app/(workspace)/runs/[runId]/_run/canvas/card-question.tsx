"use client";

import { Button } from "@/app/_ui/button.tsx";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { questionLine } from "@/app/_ui/question-line.ts";
import { askedText } from "../question/asked-text.ts";
import { openQuestion, useReviewOf } from "../question/open-question.ts";
import { useShownMoment } from "../store/run-clock.ts";
import { useRun } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";

/** A session that waits for a person: what it asks, the way to answer, and since when. */
export function CardQuestion({ session }: { readonly session: SessionView }) {
  const question = useRun(({ shown }) => openQuestion(shown, session));
  const review = useReviewOf(question);
  const now = useShownMoment();
  const first = question?.questions[0];
  return (
    <div className="h-[58px] px-2.5 pb-2.5 text-12">
      <div
        aria-hidden="true"
        dir="auto"
        className="h-6 truncate leading-6 text-text-2"
        title={questionLine(first)}
      >
        {question ? askedText(question) : "A question"}
      </div>
      <div className="flex h-6 items-center gap-1.5">
        {review ? (
          <Button
            className="!h-6"
            onClick={(event) => {
              event.stopPropagation();
              review();
            }}
          >
            Review
          </Button>
        ) : null}
        <span aria-hidden="true" className="num truncate text-11 text-text-3">
          asked {formatClock(now - (question?.askedAt ?? session.stateSince))} ago
        </span>
      </div>
    </div>
  );
}
