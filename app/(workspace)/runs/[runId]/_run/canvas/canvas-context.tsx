"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type AgentTree, createTree, siblingsOf } from "../../../../orgs/[orgId]/_canvas/model/agent-tree.ts";
import type { SessionView } from "../view/run-view.ts";

interface CanvasContextValue {
  /** The one card that Tab reaches; arrows walk from there. */
  readonly tabStop: string | undefined;
  readonly tree: AgentTree;
  /** Opens an agent's transcript: that of the session, or what there is to say of an agent that was not called. */
  readonly openAgent: (agentId: string, session: SessionView | null) => void;
}

const CanvasContext = createContext<CanvasContextValue>({
  tabStop: undefined,
  tree: createTree({ agents: [], lines: [] }),
  openAgent: () => undefined,
});

export function CanvasProvider({
  children,
  ...value
}: CanvasContextValue & { readonly children: ReactNode }) {
  return <CanvasContext value={value}>{children}</CanvasContext>;
}

interface TreePlace {
  readonly isTabStop: boolean;
  /** 1 for those who report to nobody. */
  readonly level: number;
  /** Among those who report to the same agent, from 1. */
  readonly place: number;
  readonly siblingCount: number;
}

/** Where a card stands in the tree that a screen reader walks. */
export function useTreePlace(agentId: string): TreePlace {
  const { tabStop, tree } = useContext(CanvasContext);
  const siblings = siblingsOf(tree, agentId);
  return {
    isTabStop: tabStop === agentId,
    level: tree.levels.get(agentId) ?? 1,
    place: 1 + siblings.indexOf(agentId),
    siblingCount: siblings.length,
  };
}

export function useOpenAgent(): CanvasContextValue["openAgent"] {
  return useContext(CanvasContext).openAgent;
}
