"use client";

import { GitFork, History, Radio } from "lucide-react";
import { Button } from "@/app/_ui/button.tsx";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { Kbd } from "@/app/_ui/kbd.tsx";
import { useSingleKeys } from "@/app/_ui/use-single-keys.ts";
import { useFork } from "../fork/fork-context.tsx";
import { turnFrom } from "../fork/fork-target.ts";
import { useRunEnd } from "../store/run-clock.ts";
import { useRun, useRunContext, useRunParts } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { useLiveKey } from "../timeline/use-live-key.ts";

/** Over everything while an earlier moment is looked at, so that the past is never taken for now. */
export function PastBanner() {
  const { store } = useRunContext();
  const moment = useRun((state) => state.moment);
  const begin = useRun(({ view }) => view.startedAt) ?? 0;
  const end = useRunEnd();
  const isOver = useRun(({ view }) => view.finishedAt !== null);
  const fork = useFork();
  const next = useRunParts((state) => {
    const shown = selectedSession(state);
    const session = shown && state.view.sessions[shown.sessionId];
    const turn = session && turnFrom(session, state.moment ?? 0, shown);
    return session && turn ? { sessionId: session.sessionId, turn: turn.turn } : null;
  });
  useLiveKey(moment !== null);
  const hasSingleKeys = useSingleKeys();
  if (moment === null) return null;
  return (
    <div className="flex h-9 flex-none items-center gap-3 border-b border-accent-line bg-accent-soft px-4 text-12 whitespace-nowrap">
      <History className="size-3.5 text-accent" />
      <span className="num font-semibold text-accent">
        Viewing {formatClock(moment - begin)} of {formatClock(end - begin)}
      </span>
      <span className="min-w-0 truncate text-text-2 max-md:hidden">
        {isOver ? "" : "The run goes on. "}Nothing here calls a model.
      </span>
      {fork && next ? (
        <Button
          className="ml-auto !h-6 pointer-coarse:!h-8"
          onClick={() => fork({ sessionId: next.sessionId, turn: next.turn })}
        >
          <GitFork />
          <span className="max-sm:sr-only">Fork from here</span>
        </Button>
      ) : null}
      <Button
        variant="primary"
        className="[&:nth-child(3)]:ml-auto !h-6 pointer-coarse:!h-8"
        onClick={() => store.lookAt(null)}
      >
        <Radio />
        {isOver ? "To the end" : "Back to live"}
        {hasSingleKeys ? (
          <span aria-hidden="true" className="pointer-coarse:hidden">
            <Kbd isInverted>L</Kbd>
          </span>
        ) : null}
      </Button>
    </div>
  );
}
