"use client";

import { Button } from "@/app/_ui/button.tsx";
import { StateBadge } from "@/app/_ui/state-badge.tsx";
import { useRun, useRunContext, useRunParts } from "../store/run-context.tsx";
import { openQuestions } from "../view/open-questions.ts";
import { askedText } from "./asked-text.ts";
import { useReview } from "./review-context.tsx";

/** Over the canvas while something waits for a person: who asks, and the way to the form. */
export function OpenQuestions() {
  const open = useRunParts(({ view }) => openQuestions(view));
  const isLive = useRun((state) => state.moment === null);
  const { isReadOnly } = useRunContext();
  const review = useReview();
  const [first] = open;
  if (!first || !isLive) return null;
  const rest = open.length - 1;
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-2 rounded-3 border border-st-person-line bg-surface py-1.5 pr-1.5 pl-2.5">
      <StateBadge
        state="waiting-person"
        word={`${first.agentName} asks: ${askedText(first)}${rest > 0 ? `, and ${rest} more` : ""}`}
      />
      {isReadOnly ? null : (
        <Button className="!h-6 pointer-coarse:!h-9" onClick={() => review(first.waitId)}>
          Review
        </Button>
      )}
    </div>
  );
}
