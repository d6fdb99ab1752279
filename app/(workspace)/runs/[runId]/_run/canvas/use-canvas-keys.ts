"use client";

import { useReactFlow } from "@xyflow/react";
import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { type AgentTree, type Direction, walk } from "../../../../orgs/[orgId]/_canvas/model/agent-tree.ts";
import { useRunContext } from "../store/run-context.tsx";
import { sessionsOf, toCard } from "./card-model.ts";
import { revealAgent } from "./reveal-agent.ts";

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

const KEYS: ReadonlySet<string> = new Set([...Object.keys(DIRECTIONS), "Home", "Enter", " "]);

interface CanvasKeyActions {
  openTranscript(focus: "name"): void;
  /** The reader goes to another card. */
  onMove(): void;
}

/** Arrows walk the cards, Home goes to the lead, Enter and Space open the transcript. */
export function useCanvasKeys(tree: AgentTree, { openTranscript, onMove }: CanvasKeyActions) {
  const { store } = useRunContext();
  const flow = useReactFlow();
  const [focused, setFocused] = useState<string>();
  /** The card that has the focus next: the next key may come before it has. */
  const ahead = useRef<string>(undefined);

  const goTo = (agentId: string | undefined) => {
    if (agentId === undefined) return;
    setFocused(agentId);
    ahead.current = agentId;
    onMove();
    revealAgent(flow, agentId);
    // A card outside the view is drawn with the next frame.
    requestAnimationFrame(() => {
      if (ahead.current !== agentId) return;
      ahead.current = undefined;
      cardOf(agentId)?.focus({ preventScroll: true });
    });
  };

  const open = (agentId: string) => {
    const { front } = toCard(sessionsOf(store.getState().shown, agentId));
    if (front) store.select(front.sessionId);
    else store.selectAgent(agentId);
    openTranscript("name");
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const here = agentAt(event.target);
    const agentId = here === undefined ? undefined : (ahead.current ?? here);
    if (agentId === undefined || !KEYS.has(event.key)) return;
    event.preventDefault();
    const direction = DIRECTIONS[event.key];
    if (direction) goTo(walk(tree, agentId, direction));
    else if (event.key === "Home") goTo(tree.roots[0]);
    else open(agentId);
  };

  return { focused, onKeyDown, onFocus: (event: FocusEvent) => setFocused(agentAt(event.target) ?? focused) };
}

/** The agent whose card has the focus itself, not something inside it. */
function agentAt(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? (target.getAttribute("data-agent") ?? undefined) : undefined;
}

/** The card of an agent, when it is drawn. */
export function cardOf(agentId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-agent="${CSS.escape(agentId)}"]`);
}
