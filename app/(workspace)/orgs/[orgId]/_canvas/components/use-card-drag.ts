"use client";

import { type NodeChange, type OnNodeDrag, useReactFlow } from "@xyflow/react";
import { useCallback, useRef } from "react";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { align } from "../model/alignment.ts";
import { groupAround } from "../model/edit-groups.ts";
import { withMembers } from "../model/folding.ts";
import type { Box } from "../model/geometry.ts";
import { type CanvasNode, type LineEdge, nodeBox } from "../store/canvas-items.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { useEditorStore } from "./editor-context.tsx";

/** Pixels on the screen within which a dragged card is drawn level with another. */
const reach = 6;

/** Of what went while it was dragged. */
const noBox: Box = { x: 0, y: 0, width: 0, height: 0 };

interface CardDrag {
  onNodesChange(changes: NodeChange<CanvasNode>[]): void;
  onNodeDragStart(): void;
  onSelectionDragStart(): void;
  onNodeDragStop: OnNodeDrag<CanvasNode>;
  onSelectionDragStop(event: unknown, nodes: CanvasNode[]): void;
}

/** Moves cards while they are dragged, level with others where one is near, and makes one edit of it at the end. */
export function useCardDrag(): CardDrag {
  const store = useEditorStore();
  const { getZoom } = useReactFlow<CanvasNode, LineEdge>();

  // Nothing but the dragged card moves meanwhile: where the others stand is worked out once a drag.
  const others = useRef<{ readonly besides: string; readonly boxes: readonly Box[] }>(undefined);

  const onNodesChange = useCallback(
    (given: NodeChange<CanvasNode>[]) => {
      const { actions, nodes, document } = store.getState();
      const changes = withGroupMembers(given.map(withoutLastPlace), { nodes, document });
      const moves = changes.filter((change) => change.type === "position" && change.dragging === true);
      const [only] = moves;
      if (moves.length !== 1 || only?.type !== "position" || !only.position) {
        actions.applyNodeChanges(changes);
        return;
      }
      if (others.current?.besides !== only.id) others.current = boxesBesides(nodes, only.id);
      const dragged = nodes.find((node) => node.id === only.id);
      const moving = dragged ? nodeBox(dragged) : noBox;
      const { boxes } = others.current;
      const { position, guides } = align({ ...moving, ...only.position }, boxes, reach / getZoom());
      const dropTargetId = groupAround(document, { ...moving, ...position })?.id;
      actions.applyNodeChanges(
        changes.map((change) => (change === only ? { ...only, position: { ...position } } : change)),
        { guides, dropTargetId },
      );
    },
    [store, getZoom],
  );

  const commit = useCallback(
    (moved: readonly CanvasNode[]) => {
      const { actions } = store.getState();
      others.current = undefined;
      actions.clearDragMarks();
      const ids = withMembers(store.getState().document, new Set(moved.map((node) => node.id)));
      actions.move(actions.readPositions(ids));
    },
    [store],
  );

  const begin = useCallback(() => noteMoving(store), [store]);

  return {
    onNodesChange,
    onNodeDragStart: begin,
    onSelectionDragStart: begin,
    onNodeDragStop: useCallback((_event, _node, moved) => commit(moved), [commit]),
    onSelectionDragStop: useCallback((_event, moved) => commit(moved), [commit]),
  };
}

/** Cards move from now until the pointer is let go, however the drag ends. */
function noteMoving(store: EditorStore): void {
  const { setMoving } = store.getState().actions;
  const end = (): void => {
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    setMoving(false);
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  setMoving(true);
}

/**
 * When a drag ends React Flow says once more where the pointer had carried the card; it stays where it was brought level
 * instead.
 */
function withoutLastPlace(change: NodeChange<CanvasNode>): NodeChange<CanvasNode> {
  if (change.type !== "position" || change.dragging !== false) return change;
  return { id: change.id, type: "position", dragging: false };
}

/** A group that is dragged takes along what it holds. */
function withGroupMembers(
  changes: NodeChange<CanvasNode>[],
  { nodes, document }: { readonly nodes: readonly CanvasNode[]; readonly document: OrgDocument },
): NodeChange<CanvasNode>[] {
  const groups = new Map(document.groups.map((group) => [group.id, group]));
  const moved = new Set(changes.flatMap((change) => ("id" in change ? [change.id] : [])));
  const along = changes.flatMap((change): NodeChange<CanvasNode>[] => {
    if (change.type !== "position" || !change.position || change.dragging !== true) return [];
    const group = groups.get(change.id);
    const from = group && nodes.find((node) => node.id === change.id)?.position;
    if (!group || !from) return [];
    const by = { x: change.position.x - from.x, y: change.position.y - from.y };
    const members = new Set(group.members);
    return nodes
      .filter((node) => members.has(node.id) && !moved.has(node.id))
      .map(({ id, position }) => ({
        id,
        type: "position",
        dragging: true,
        position: { x: position.x + by.x, y: position.y + by.y },
      }));
  });
  return along.length === 0 ? changes : [...changes, ...along];
}

function boxesBesides(nodes: readonly CanvasNode[], id: string) {
  return { besides: id, boxes: nodes.filter((node) => node.id !== id && node.type !== "box").map(nodeBox) };
}
