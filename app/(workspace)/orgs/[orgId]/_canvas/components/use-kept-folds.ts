"use client";

import { useEffect } from "react";
import { browserStorage } from "@/app/_ui/browser-storage.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { useEditorStore } from "./editor-context.tsx";

const keyOf = (orgId: string): string => `openhive.folded.${orgId}`;

/** Remembers in this browser what is folded away: how an org is looked at is no part of it. */
export function useKeptFolds(): void {
  const store = useEditorStore();
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (state.folded !== before.folded) write(keyOf(state.orgId), state.folded);
      }),
    [store],
  );
}

/** Folds away what was when this browser last showed the org: before anything of it is drawn. */
export function restoreFolds(store: EditorStore): void {
  const { orgId, actions } = store.getState();
  const kept = read(browserStorage.getItem(keyOf(orgId)));
  if (kept.size > 0) actions.restoreFolded(kept);
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
