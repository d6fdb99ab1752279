"use client";

import { Button } from "@/app/_ui/button.tsx";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { StateBadge } from "@/app/_ui/state-badge.tsx";
import { useRun } from "../store/run-context.tsx";
import { statusLook } from "../view/run-status.ts";

interface OutcomeBannerProps {
  readonly onRead: () => void;
}

/** Over the canvas once the run is over and its answer is out of view. */
export function OutcomeBanner({ onRead }: OutcomeBannerProps) {
  const view = useRun((state) => state.shown);
  if (view.finishedAt === null) return null;
  const look = statusLook(view);
  const took = formatClock(view.finishedAt - (view.startedAt ?? view.finishedAt));
  return (
    <div className="pointer-events-auto flex items-center gap-2 rounded-3 border bg-surface py-1.5 pr-1.5 pl-2.5">
      <StateBadge state={look.state} word={`${look.word} after ${took}`} />
      <Button className="!h-6 pointer-coarse:!h-9" onClick={onRead}>
        {view.answer === "" ? "Why" : "Read the answer"}
      </Button>
    </div>
  );
}
