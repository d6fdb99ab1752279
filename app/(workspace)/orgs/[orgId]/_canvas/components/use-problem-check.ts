"use client";

import { useEffect } from "react";
import { useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import { useEditorStore } from "./editor-context.tsx";

/** Milliseconds without an edit before the server is asked. */
const pause = 700;
const manyAgents = 500;

/** Asks the server, whenever edits pause, what is wrong with what the drawing refers to. */
export function useProblemCheck(): void {
  const store = useEditorStore();
  const client = useTRPCClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      const { document: drawing, actions } = store.getState();
      try {
        const problems = await client.orgs.check.mutate({ document: drawing });
        if (store.getState().document === drawing) actions.setCheckedProblems(problems);
      } catch {
        // The drawing's own problems stay listed; the next edit asks again.
      }
    };
    const checkSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void check(), pause);
    };
    // Thousands of agents are a megabyte to send and as much to check: their canvas stands first.
    if (store.getState().document.agents.length > manyAgents) checkSoon();
    else void check();
    // Keys, skills and servers may have been set up in another tab.
    const onFocus = () => void check();
    window.addEventListener("focus", onFocus);
    const unsubscribe = store.subscribe((state, before) => {
      if (state.document !== before.document) checkSoon();
    });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", onFocus);
      unsubscribe();
    };
  }, [store, client]);
}
