"use client";

import { useSyncExternalStore } from "react";

/** `sheet`: a phone. `over`: the panel lies over the canvas when it is asked for. `docked`: side by side. */
export type RunLayout = "sheet" | "over" | "docked";

const SHEET = "(width < 48rem)";
const OVER = "(width < 64rem)";

function subscribe(onChange: () => void): () => void {
  const queries = [SHEET, OVER].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener("change", onChange);
  return () => {
    for (const query of queries) query.removeEventListener("change", onChange);
  };
}

function read(): RunLayout {
  if (window.matchMedia(SHEET).matches) return "sheet";
  return window.matchMedia(OVER).matches ? "over" : "docked";
}

/** Where the panel is, by the width of the page. */
export function useRunLayout(): RunLayout {
  return useSyncExternalStore(subscribe, read, () => "docked" as const);
}
