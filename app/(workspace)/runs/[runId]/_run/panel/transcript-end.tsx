"use client";

import { formatClock } from "@/app/_ui/format-duration.ts";
import { Note } from "@/app/_ui/note.tsx";
import { StateBadge } from "@/app/_ui/state-badge.tsx";
import { childrenText, sessionWord } from "../canvas/card-model.ts";
import { useShownMoment } from "../store/run-clock.ts";
import type { SessionView } from "../view/run-view.ts";

interface TranscriptEndProps {
  readonly session: SessionView;
}

/** The last line of a transcript: what happens now, or how it ended. */
export function TranscriptEnd({ session }: TranscriptEndProps) {
  const now = useShownMoment(session.finishedAt === null);
  const hasText = session.stream !== null && session.stream.text !== "";
  if (session.state === "failed") {
    return (
      <div className="pt-1 pb-4">
        <Note tone="fail">
          <span className="font-medium">Failed.</span> {session.error ?? "No reason was given."}
        </Note>
      </div>
    );
  }
  if (
    session.state === "done" ||
    hasText ||
    session.state === "calling" ||
    session.state === "waiting-person"
  )
    return <div className="h-4" />;
  return (
    <p className="num flex items-center gap-2 pt-1 pb-4 text-12 text-text-3">
      <StateBadge state={session.state} word={sessionWord(session)} />
      {session.state === "waiting-children" ? childrenText(session) : null}
      {session.finishedAt === null ? (
        <span className="ml-auto text-11">{formatClock(now - session.stateSince)}</span>
      ) : null}
    </p>
  );
}
