"use client";

import { useEffect, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import { afterPast } from "./after-past.ts";
import { followRun, type RunFeed } from "./follow-run.ts";
import { readPast } from "./read-past.ts";
import { createRunStore, type RunStore } from "./run-store.ts";

/**
 * The store of a run, fed by its past and then over one subscription for as long as the page is open. `isThere: false` ends it:
 * where there is no run there is nothing to ask for again.
 */
export function useRunFeed(runId: string, isThere = true): RunStore {
  const client = useTRPCClient();
  const [store] = useState(() => createRunStore());
  useEffect(() => {
    if (!isThere) return;
    const feed: RunFeed = (afterSeq, handlers) => {
      const subscription = client.runs.follow.subscribe(
        { runId, lastEventId: String(afterSeq) },
        {
          onStarted: () => handlers.onOpen(),
          // Lists with events in them come with an id around them, streamed text alone without one.
          onData: (sent) => handlers.onSignals("data" in sent ? sent.data : sent),
          onConnectionStateChange: ({ state, error }) => {
            if (state === "connecting" && error) handlers.onInterrupted();
          },
          onError: (error) => handlers.onBroken(error.message),
          onComplete: () => handlers.onComplete(),
        },
      );
      return () => subscription.unsubscribe();
    };
    return followRun(
      store,
      afterPast(() => readPast(runId), feed),
    );
  }, [client, runId, store, isThere]);
  return store;
}
