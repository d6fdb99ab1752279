"use client";

import { useSyncExternalStore } from "react";
import type { PageMemory } from "./page-memory.ts";

/** State that outlives the part that shows it: it is found again under its name wherever that part is drawn anew. */
export function usePageMemory<Value>(
  memory: PageMemory<Value>,
  name: string,
): readonly [Value | undefined, (value: Value) => void] {
  const value = useSyncExternalStore(
    memory.subscribe,
    () => memory.read(name),
    () => undefined,
  );
  return [value, (next) => memory.write(name, next)];
}
