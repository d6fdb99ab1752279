"use client";

import { useEffect } from "react";
import { browserStorage } from "@/app/_ui/browser-storage.ts";
import { useEditorStore } from "./editor-context.tsx";

const keyOf = (orgId: string): string => `openhive.folded.${orgId}`;

/** Remembers in this browser what is folded away: how an org is looked at is no part of it. */
export function useKeptFolds(): void {
  const store = useEditorStore();
  useEffect(() => {
    const { orgId, actions } = store.getState();
    const kept = read(browserStorage.getItem(keyOf(orgId)));
    if (kept.size > 0) actions.restoreFolded(kept);
    return store.subscribe((state, before) => {
      if (state.folded !== before.folded) write(keyOf(orgId), state.folded);
    });
  }, [store]);
}

function read(text: string | null): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(text ?? "[]");
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}

function write(key: string, folded: ReadonlySet<string>): void {
  try {
    if (folded.size === 0) browserStorage.removeItem(key);
    else browserStorage.setItem(key, JSON.stringify([...folded]));
  } catch {
    // A full storage only means that the folds are forgotten.
  }
}
