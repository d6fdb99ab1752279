"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { SessionView } from "../view/run-view.ts";

interface CanvasContextValue {
  /** The one card that Tab reaches; arrows walk from there. */
  readonly tabStop: string | undefined;
  readonly levels: ReadonlyMap<string, number>;
  /** Opens an agent's transcript: that of the session, or what there is to say of an agent that was not called. */
  readonly openAgent: (agentId: string, session: SessionView | null) => void;
}

const CanvasContext = createContext<CanvasContextValue>({
  tabStop: undefined,
  levels: new Map(),
  openAgent: () => undefined,
});

export function CanvasProvider({
  children,
  ...value
}: CanvasContextValue & { readonly children: ReactNode }) {
  return <CanvasContext value={value}>{children}</CanvasContext>;
}

/** Where a card stands in the tree that a screen reader walks. */
export function useTreePlace(agentId: string): { readonly isTabStop: boolean; readonly level: number } {
  const { tabStop, levels } = useContext(CanvasContext);
  return { isTabStop: tabStop === agentId, level: levels.get(agentId) ?? 1 };
}

export function useOpenAgent(): CanvasContextValue["openAgent"] {
  return useContext(CanvasContext).openAgent;
}
