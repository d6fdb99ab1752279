"use client";

import { type KeyboardEvent, useCallback } from "react";
import { createTree, type Direction, walk } from "../model/agent-tree.ts";
import { visiblePart } from "../model/folding.ts";
import { actOnAgent, type State } from "./agent-keys.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isTyping } from "./is-typing.ts";
import { actOnItem } from "./item-keys.ts";
import { actOnSelection } from "./selection-keys.ts";
import { useRemove } from "./use-remove.ts";

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Moves, adds, renames and deletes by key while a card, a group or a note has the focus. */
export function useCanvasKeys(): (event: KeyboardEvent) => void {
  const store = useEditorStore();
  const remove = useRemove();
  return useCallback(
    (event) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const state = store.getState();
      const isUsed =
        actOnSelection(state, event.key, remove) || actOnTarget(state, event) || move(state, event);
      if (isUsed) event.preventDefault();
    },
    [store, remove],
  );
}

/** On a card, a group or a note, or on a button that belongs to it, a key is about that one and no other. */
function actOnTarget(state: State, event: KeyboardEvent): boolean {
  const id = nodeAt(event.target);
  if (id === undefined) return false;
  if (state.cards.has(id)) return actOnAgent(state, id, event);
  return !(event.key === "Enter" && isButton(event.target)) && actOnItem(state, id, event);
}

function nodeAt(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest(".react-flow__node")?.getAttribute("data-id") ?? undefined)
    : undefined;
}

function isButton(target: EventTarget): boolean {
  return target instanceof HTMLButtonElement;
}

/** From the card that has the focus, or had it last, to the next. */
function move(state: State, event: KeyboardEvent): boolean {
  const { document, folding, actions, selection, cards, focusedId } = state;
  const id = nodeAt(event.target) ?? "";
  const agentId = cards.has(id) ? id : focusedId;
  const direction = arrows[event.key];
  if (agentId === undefined || direction === undefined) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const next = walk(createTree(visiblePart(document, folding)), agentId, direction);
  if (next === undefined) return true;
  actions.focus(next);
  if (event.shiftKey) actions.select(new Set([...selection, next]));
  return true;
}
