"use client";

import { useEffect } from "react";
import type { State } from "./agent-keys.ts";
import { useEditorStore } from "./editor-context.tsx";
import { focusNearest } from "./focus-nearest.ts";

/** Whoever stands on what an undo, a fold or another version takes away stands close by then, not on the page. */
export function useKeptFocus(): void {
  const store = useEditorStore();
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (state.document === before.document && state.folding === before.folding) return;
        // What is gone is still in the page here: it is drawn anew later.
        const id = itemWithFocus();
        if (id !== undefined && !isDrawn(state, id)) focusNearest(state);
      }),
    [store],
  );
}

/** The agent, group or note whose card or row of the outline has the focus, or holds what has it. */
function itemWithFocus(): string | undefined {
  const item = document.activeElement?.closest("[data-row-id], .react-flow__node");
  return item?.getAttribute("data-row-id") ?? item?.getAttribute("data-id") ?? undefined;
}

function isDrawn({ document: { agents, groups, notes }, folding }: State, id: string): boolean {
  return (
    !folding.hidden.has(id) && [agents, groups, notes].some((items) => items.some((one) => one.id === id))
  );
}
