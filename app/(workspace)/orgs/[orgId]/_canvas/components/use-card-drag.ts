"use client";

import { type NodeChange, type OnNodeDrag, useReactFlow } from "@xyflow/react";
import { useCallback } from "react";
import { align } from "../model/alignment.ts";
import type { Box } from "../model/geometry.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import { useEditorStore } from "./editor-context.tsx";

/** Pixels on the screen within which a dragged card is drawn level with another. */
const reach = 6;

interface CardDrag {
  onNodesChange(changes: NodeChange<CanvasNode>[]): void;
  onNodeDragStop: OnNodeDrag<CanvasNode>;
  onSelectionDragStop(event: unknown, nodes: CanvasNode[]): void;
}

/** Moves cards while they are dragged, level with others where one is near, and makes one edit of it at the end. */
export function useCardDrag(): CardDrag {
  const store = useEditorStore();
  const { getZoom } = useReactFlow<CanvasNode, LineEdge>();

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const { actions, nodes } = store.getState();
      const moves = changes.filter((change) => change.type === "position" && change.dragging === true);
      const [only] = moves;
      if (moves.length !== 1 || only?.type !== "position" || !only.position) {
        actions.applyNodeChanges(changes);
        return;
      }
      const moving = boxOf(nodes.find((node) => node.id === only.id));
      const others = nodes.filter((node) => node.id !== only.id).map(boxOf);
      const { position, guides } = align({ ...moving, ...only.position }, others, reach / getZoom());
      actions.setGuides(guides);
      actions.applyNodeChanges(
        changes.map((change) => (change === only ? { ...only, position: { ...position } } : change)),
      );
    },
    [store, getZoom],
  );

  const commit = useCallback(
    (moved: readonly CanvasNode[]) => {
      const { actions } = store.getState();
      actions.setGuides([]);
      actions.move(actions.readPositions(moved.map((node) => node.id)));
    },
    [store],
  );

  return {
    onNodesChange,
    onNodeDragStop: useCallback((_event, _node, moved) => commit(moved), [commit]),
    onSelectionDragStop: useCallback((_event, moved) => commit(moved), [commit]),
  };
}

function boxOf(node: CanvasNode | undefined): Box {
  return { x: 0, y: 0, ...node?.position, width: node?.width ?? 0, height: node?.height ?? 0 };
}
