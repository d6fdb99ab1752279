"use client";

import { Button } from "@/app/_ui/button.tsx";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { questionLine } from "@/app/_ui/question-line.ts";
import { askedText } from "../question/asked-text.ts";
import { useReview } from "../question/review-context.tsx";
import { useShownMoment } from "../store/run-clock.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";

/** A session that waits for a person: what it asks, the way to answer, and since when. */
export function CardQuestion({ session }: { readonly session: SessionView }) {
  const waitId = session.openWaits[0];
  const question = useRun((state) => state.shown.questions.find((one) => one.waitId === waitId));
  const isLive = useRun((state) => state.moment === null);
  const { isReadOnly } = useRunContext();
  const now = useShownMoment();
  const review = useReview();
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
        {question && isLive && !isReadOnly ? (
          <Button
            className="!h-6"
            onClick={(event) => {
              event.stopPropagation();
              review(question.waitId);
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
