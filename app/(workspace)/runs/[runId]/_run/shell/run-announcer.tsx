"use client";

import { useEffect, useState } from "react";
import { useRunContext } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { createAnnouncer } from "./create-announcer.ts";
import type { Announcement } from "./merge-news.ts";
import { newsBetween } from "./run-news.ts";

/** How long ago something may have happened to be news: what a page catches up with is not read out. */
const FRESH_MS = 10_000;

interface Spoken extends Announcement {
  /** Told apart from one that says the same. */
  readonly number: number;
}

/**
 * Tells those who listen what waits for them, which agents are done or failed, how the selected one fares and how the run ends.
 * What waits and a failed run interrupt. Streamed text is never read out.
 */
export function RunAnnouncer() {
  const { store } = useRunContext();
  const [spoken, setSpoken] = useState<Spoken>({ text: "", isUrgent: false, number: 0 });
  useEffect(() => {
    const announcer = createAnnouncer((announcement) =>
      setSpoken(({ number }) => ({ ...announcement, number: number + 1 })),
    );
    const unsubscribe = store.subscribe((state, before) => {
      if (state.moment !== null || state.view === before.view) return;
      const selectedId = selectedSession(state)?.sessionId;
      const since = Date.now() + state.clockAhead - FRESH_MS;
      announcer.tell(newsBetween(before.view, state.view, { selectedId, since }));
    });
    return () => {
      unsubscribe();
      announcer.stop();
    };
  }, [store]);
  const words = <p key={spoken.number}>{spoken.text}</p>;
  return (
    <>
      <div role="status" className="sr-only">
        {spoken.isUrgent ? null : words}
      </div>
      <div role="alert" className="sr-only">
        {spoken.isUrgent ? words : null}
      </div>
    </>
  );
}
