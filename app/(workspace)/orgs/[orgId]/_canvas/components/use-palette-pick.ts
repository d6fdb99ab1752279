"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useCallback } from "react";
import type { Grantable } from "../model/edit-grants.ts";
import { cardSize, type Point } from "../model/geometry.ts";
import { placeFree } from "../model/place-agent.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import type { PaletteItem } from "../store/editor-state.ts";
import { useEditorStore } from "./editor-context.tsx";

/**
 * The second way of every drag: an agent goes below the selected one, or into the middle of the view; a skill or server
 * waits until an agent is chosen, or is granted at once when exactly one is selected.
 */
export function usePalettePick(): (item: PaletteItem) => void {
  const store = useEditorStore();
  const flow = useStoreApi<CanvasNode, LineEdge>();
  const { screenToFlowPosition } = useReactFlow<CanvasNode, LineEdge>();
  return useCallback(
    (item) => {
      const box = flow.getState().domNode?.getBoundingClientRect();
      const middle = screenToFlowPosition({
        x: (box?.left ?? 0) + (box?.width ?? 0) / 2,
        y: (box?.top ?? 0) + (box?.height ?? 0) / 3,
      });
      put(store.getState(), item, middle);
    },
    [store, flow, screenToFlowPosition],
  );
}

type State = ReturnType<ReturnType<typeof useEditorStore>["getState"]>;

function put(state: State, item: PaletteItem, middle: Point): void {
  switch (item.kind) {
    case "agent":
      addAgent(state, item.templateKey, middle);
      return;
    case "note":
      state.actions.addNote(middle);
      return;
    case "group":
      drawGroup(state, middle);
      return;
    default:
      grantOrAsk(state, { kind: item.kind, name: item.name });
  }
}

/** The selected agent, when it is the only one. */
function onlySelected({ selection, cards }: State): string | undefined {
  const selected = [...selection].filter((id) => cards.has(id));
  return selected.length === 1 ? selected[0] : undefined;
}

function addAgent(state: State, templateKey: string, middle: Point): void {
  const parentId = onlySelected(state);
  const position = placeFree(state.document, {
    x: middle.x - cardSize.width / 2,
    y: middle.y - cardSize.height / 2,
  });
  state.actions.addAgent(templateKey, parentId === undefined ? { position } : { parentId });
}

/** Around what is selected, or empty where nothing is. */
function drawGroup({ actions }: State, middle: Point): void {
  if (actions.groupSelected() === undefined) actions.addGroup(middle);
}

function grantOrAsk(state: State, item: Grantable): void {
  const { actions, focusedId } = state;
  const agentId = onlySelected(state);
  if (agentId !== undefined) {
    actions.grant(agentId, item);
    return;
  }
  actions.setPendingGrant({ kind: item.kind, name: item.name });
  actions.announce(`Choose the agent to grant ${item.name} to: arrows move, Enter grants, Esc leaves`);
  if (focusedId === undefined) return;
  actions.focus(focusedId);
  actions.select(new Set());
}
