"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useCallback } from "react";
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
      const { actions, cards, selection, focusedId, document: drawing } = store.getState();
      const selected = [...selection].filter((id) => cards.has(id));
      const only = selected.length === 1 ? selected[0] : undefined;
      const middle = (): Point => {
        const box = flow.getState().domNode?.getBoundingClientRect();
        return screenToFlowPosition({
          x: (box?.left ?? 0) + (box?.width ?? 0) / 2,
          y: (box?.top ?? 0) + (box?.height ?? 0) / 3,
        });
      };
      if (item.kind === "agent") {
        const center = middle();
        const position = placeFree(drawing, {
          x: center.x - cardSize.width / 2,
          y: center.y - cardSize.height / 2,
        });
        actions.addAgent(item.templateKey, only === undefined ? { position } : { parentId: only });
      } else if (item.kind === "note") {
        actions.addNote(middle());
      } else if (only !== undefined) {
        actions.grant(only, item);
      } else {
        actions.setPendingGrant({ kind: item.kind, name: item.name });
        actions.announce(`Choose the agent to grant ${item.name} to: arrows move, Enter grants, Esc leaves`);
        if (focusedId !== undefined) {
          actions.focus(focusedId);
          actions.select(new Set());
        }
      }
    },
    [store, flow, screenToFlowPosition],
  );
}
