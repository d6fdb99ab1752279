"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connection, tryConnection } from "@/app/_trpc/connection.ts";
import { isConnectionError, isUnavailable } from "@/app/_trpc/error-text.ts";
import { useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import { useEditorStore } from "./editor-context.tsx";
import { onSurroundingsNews } from "./on-surroundings-news.ts";

/** Milliseconds without an edit before the server is asked. */
const pause = 700;
/** Milliseconds until it is asked again where one question alone got no answer. */
const longPause = 5_000;
const manyAgents = 500;

/**
 * Asks the server what is wrong with what the drawing refers to: whenever edits pause, when skills, servers or keys are other
 * than they were, and when the server is back.
 */
export function useProblemCheck(): void {
  const store = useEditorStore();
  const client = useTRPCClient();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const checkSoon = (after = pause) => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(() => void check(), after);
    };
    const check = async () => {
      const { document: drawing, actions } = store.getState();
      try {
        const problems = await client.orgs.check.mutate({ document: drawing });
        if (store.getState().document === drawing) actions.setCheckedProblems(problems);
      } catch (error) {
        // The drawing's own problems stay listed. A server that is away is asked when it is back, and a refusal would be another one.
        const isAway = isConnectionError(error) || isUnavailable(error);
        if (isAway && (await tryConnection())) checkSoon(longPause);
      }
    };
    // Thousands of agents are a megabyte to send and as much to check: their canvas stands first.
    if (store.getState().document.agents.length > manyAgents) checkSoon();
    else void check();
    // Keys, skills and servers may have been set up in another tab.
    const onFocus = () => void check();
    window.addEventListener("focus", onFocus);
    const unsubscribes = [
      store.subscribe((state, before) => {
        if (state.document !== before.document) checkSoon();
      }),
      connection.subscribe((state, before) => {
        if (state.returns !== before.returns) checkSoon();
      }),
      queries.getQueryCache().subscribe(onSurroundingsNews(() => checkSoon())),
    ];
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener("focus", onFocus);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [store, client, queries]);
}
