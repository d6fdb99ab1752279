"use client";

import { type KeyboardEvent, useCallback } from "react";
import { createTree, type Direction, walk } from "../model/agent-tree.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isTyping } from "./is-typing.ts";
import { useRemove } from "./use-remove.ts";

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

type State = ReturnType<EditorStore["getState"]>;

/** What one key does on the card that has the focus; true when it did something. */
type KeyAction = (state: State, agentId: string, event: KeyboardEvent) => boolean;

const keyActions: Readonly<Record<string, KeyAction>> = {
  Enter: ({ actions, pendingGrant }, agentId, event) => {
    if (event.ctrlKey || event.metaKey) return false;
    if (pendingGrant) {
      actions.grant(agentId, pendingGrant);
      actions.setPendingGrant(undefined);
    } else {
      actions.select(new Set([agentId]));
      actions.callInspector(true);
    }
    return true;
  },
  // Tab adds only on a selected card, so that Tab still leads out of the canvas after Esc.
  Tab: ({ actions, selection }, agentId, event) => {
    if (!selection.has(agentId)) return false;
    const added = event.shiftKey ? actions.addSibling(agentId) : actions.addChild(agentId);
    actions.setRenaming(added);
    return true;
  },
  F2: ({ actions }, agentId) => {
    actions.select(new Set([agentId]));
    actions.setRenaming(agentId);
    return true;
  },
  " ": ({ actions, selection }, agentId, event) => {
    if (!event.ctrlKey) return false;
    const next = new Set(selection);
    if (!next.delete(agentId)) next.add(agentId);
    actions.select(next);
    return true;
  },
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
  return move(state, agentId, event) || keyActions[event.key]?.(state, agentId, event) === true;
}

function cardOf(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest("[data-agent-id]")?.getAttribute("data-agent-id") ?? undefined)
    : undefined;
}

function move({ document, actions, selection }: State, agentId: string, event: KeyboardEvent): boolean {
  const direction = arrows[event.key];
  if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  const next = walk(createTree(document), agentId, direction);
  if (next === undefined) return true;
  actions.focus(next);
  if (event.shiftKey) actions.select(new Set([...selection, next]));
  return true;
}

function leave({ actions, selection, pendingGrant }: State): boolean {
  if (pendingGrant) {
    actions.setPendingGrant(undefined);
    actions.announce("Nothing granted");
    return true;
  }
  if (selection.size === 0) return false;
  actions.select(new Set());
  return true;
}
