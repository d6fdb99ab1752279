"use client";

import { useSyncExternalStore } from "react";
import { keepSetting } from "./keep-setting.ts";

const KEY = "openhive.single-keys";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whether single letters act as keys (J, K, S, "/"): on unless switched off in Settings. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(KEY) !== "off",
    () => true,
  );
}

/** Remembers in this browser whether single letters act as keys. */
export function setSingleKeys(isOn: boolean): void {
  keepSetting(KEY, isOn ? "on" : "off");
  for (const listener of listeners) listener();
}
