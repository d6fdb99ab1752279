"use client";

import { formatClock } from "@/app/_ui/format-duration.ts";
import { useRun } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";

interface LaterEntriesProps {
  /** As it was at the moment that is looked at. */
  readonly session: SessionView;
}

/** Where a transcript ends because an earlier moment is looked at: that moment, and how much comes after it. */
export function LaterEntries({ session: { sessionId, transcript } }: LaterEntriesProps) {
  const moment = useRun((state) => state.moment);
  const begin = useRun(({ view }) => view.startedAt) ?? 0;
  const whole = useRun(({ view }) => view.sessions[sessionId]?.transcript);
  if (moment === null) return null;
  const count = (whole?.length ?? 0) - transcript.length;
  const last = whole?.at(-1);
  return (
    <div className="num pb-4 text-12">
      <p className="flex items-center gap-3 font-medium text-accent before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent">
        {formatClock(moment - begin)}
      </p>
      {count > 0 && last ? (
        <p className="pt-2 text-text-3">
          {count} later {count === 1 ? "entry" : "entries"}, up to {formatClock(last.at - begin)}
        </p>
      ) : null}
    </div>
  );
}
