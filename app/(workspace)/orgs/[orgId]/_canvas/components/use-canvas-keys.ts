"use client";

import { type KeyboardEvent, useCallback } from "react";
import { createTree, type Direction, walk } from "../model/agent-tree.ts";
import { visiblePart } from "../model/folding.ts";
import { actOnAgent, leave, type State } from "./agent-keys.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isTyping } from "./is-typing.ts";
import { useRemove } from "./use-remove.ts";

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Moves, adds, renames and deletes by key while a card has the focus. */
export function useCanvasKeys(): (event: KeyboardEvent) => void {
  const store = useEditorStore();
  const remove = useRemove();
  return useCallback(
    (event) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const state = store.getState();
      if (actOnAll(state, event, remove) || actOnCard(state, event)) event.preventDefault();
    },
    [store, remove],
  );
}

function actOnAll(state: State, event: KeyboardEvent, remove: () => boolean): boolean {
  if (event.key === "Delete" || event.key === "Backspace") return remove();
  return event.key === "Escape" && leave(state);
}

function actOnCard(state: State, event: KeyboardEvent): boolean {
  const agentId = cardOf(event.target) ?? state.focusedId;
  if (agentId === undefined) return false;
  return actOnAgent(state, agentId, event) || move(state, agentId, event);
}

function cardOf(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest("[data-agent-id]")?.getAttribute("data-agent-id") ?? undefined)
    : undefined;
}

function move(state: State, agentId: string, event: KeyboardEvent): boolean {
  const { document, folding, actions, selection } = state;
  const direction = arrows[event.key];
  if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  const next = walk(createTree(visiblePart(document, folding)), agentId, direction);
  if (next === undefined) return true;
  actions.focus(next);
  if (event.shiftKey) actions.select(new Set([...selection, next]));
  return true;
}
