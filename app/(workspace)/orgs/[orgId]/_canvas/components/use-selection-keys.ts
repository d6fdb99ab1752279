"use client";

import { useEffect } from "react";
import type { State } from "./agent-keys.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isDialogOpen } from "./is-typing.ts";
import { actOnSelection } from "./selection-keys.ts";
import { useRemove } from "./use-remove.ts";

/**
 * Delete, Esc and F2 for what is selected while the focus is on nothing that has keys of its own: where a line or the empty canvas was
 * pressed, or a frame was drawn, the whole page has it.
 */
export function useSelectionKeys(): void {
  const store = useEditorStore();
  const remove = useRemove();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isForPage(event) || isDialogOpen()) return;
      const state = store.getState();
      const isUsed = actOnSelection(state, event.key, remove) || (event.key === "F2" && renameOnly(state));
      if (isUsed) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [store, remove]);
}

/** Pressed where nothing but the page itself, or the part of it around the canvas, has the focus. */
function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isPage = target === document.body || (target instanceof Element && target.id === "main");
  return isPage && !ctrlKey && !metaKey && !altKey;
}

/** Renames what is selected, when it is one thing that has a name. */
function renameOnly({ selection, cards, document: drawing, actions }: State): boolean {
  const [only] = selection;
  if (only === undefined || selection.size > 1) return false;
  if (!cards.has(only) && !drawing.groups.some(({ id }) => id === only)) return false;
  actions.setRenaming(only);
  return true;
}
