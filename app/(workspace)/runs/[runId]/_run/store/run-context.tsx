"use client";

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { calmly, LIVELY_MS } from "./calmly.ts";
import type { RunState, RunStore } from "./run-store.ts";

interface RunContextValue {
  readonly runId: string;
  readonly store: RunStore;
  /** The version of the org the run is pinned to. */
  readonly document: OrgDocument;
  /** The org it was given to; null when that was deleted since. */
  readonly orgId: string | null;
  /** The agent it was started at, where that is known before its first session is. */
  readonly begins?: string | undefined;
  /** Shown to somebody who may only look. */
  readonly isReadOnly: boolean;
}

const RunContext = createContext<RunContextValue | null>(null);

interface RunContextProviderProps extends RunContextValue {
  readonly children: ReactNode;
}

/** Hands the run's store and its org to everything below. */
export function RunContextProvider({ children, ...value }: RunContextProviderProps) {
  return <RunContext value={value}>{children}</RunContext>;
}

export function useRunContext(): RunContextValue {
  const value = useContext(RunContext);
  if (!value) throw new Error("Only inside a run page");
  return value;
}

/** One part of the run's state; draws again only when that part is another one. */
export function useRun<Part>(select: (state: RunState) => Part): Part {
  return useStore(useRunContext().store, select);
}

/** Like `useRun` for a list or record made on the spot: compared member by member. */
export function useRunParts<Part>(select: (state: RunState) => Part): Part {
  return useStore(useRunContext().store, useShallow(select));
}

/**
 * Like `useRunParts` for what is large to draw and need not move with every event: drawn again a few times a second, or after
 * the pause that is given.
 */
export function useRunCalmly<Part>(select: (state: RunState) => Part, pauseMs: number = LIVELY_MS): Part {
  const { store } = useRunContext();
  const [subscribe] = useState(() => calmly(store.subscribe, pauseMs));
  const read = useShallow(select);
  return useSyncExternalStore(
    subscribe,
    () => read(store.getState()),
    () => read(store.getInitialState()),
  );
}
