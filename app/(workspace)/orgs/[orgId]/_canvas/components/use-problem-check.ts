"use client";

import { useEffect } from "react";
import { useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import { useEditorStore } from "./editor-context.tsx";

/** Milliseconds without an edit before the server is asked. */
const pause = 700;

/** Asks the server, whenever edits pause, what is wrong with what the drawing refers to. */
export function useProblemCheck(): void {
  const store = useEditorStore();
  const client = useTRPCClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const check = async () => {
      const { document: drawing, actions } = store.getState();
      try {
        const problems = await client.orgs.check.mutate({ document: drawing });
        if (store.getState().document === drawing) actions.setCheckedProblems(problems);
      } catch {
        // The drawing's own problems stay listed; the next edit asks again.
      }
    };
    void check();
    const unsubscribe = store.subscribe((state, before) => {
      if (state.document === before.document) return;
      clearTimeout(timer);
      timer = setTimeout(() => void check(), pause);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, client]);
}
