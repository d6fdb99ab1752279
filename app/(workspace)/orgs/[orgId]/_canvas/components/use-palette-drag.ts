"use client";

import { useReactFlow } from "@xyflow/react";
import { type PointerEvent as ReactPointerEvent, useCallback } from "react";
import { agentAt } from "../model/agent-at.ts";
import { groupAround } from "../model/edit-groups.ts";
import { noteSize } from "../model/edit-items.ts";
import { cardSize, type Point } from "../model/geometry.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import type { PaletteItem } from "../store/editor-state.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isOverCanvas } from "./is-over-canvas.ts";

/** Pixels the pointer has to travel before a press becomes a drag. */
const threshold = 4;

/** Starts a drag out of the palette; what is let go over the canvas is created, over an agent it is granted. */
export function usePaletteDrag(): (item: PaletteItem, event: ReactPointerEvent) => void {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow<CanvasNode, LineEdge>();
  return useCallback(
    (item, event) => {
      // A finger scrolls the palette; it grants by a tap instead.
      if (event.button !== 0 || event.pointerType === "touch") return;
      const start = { x: event.clientX, y: event.clientY };
      const { actions } = store.getState();
      const targetAt = (point: Point): string | undefined =>
        isOverCanvas(point) ? agentAt(store.getState().nodes, screenToFlowPosition(point)) : undefined;
      const lightAt = (point: Point): string | undefined =>
        isOverCanvas(point) ? takerAt(store.getState(), item, screenToFlowPosition(point)) : undefined;

      const onMove = (moved: PointerEvent) => {
        const point = { x: moved.clientX, y: moved.clientY };
        const isUnderWay = store.getState().drag !== undefined;
        if (!isUnderWay && Math.hypot(point.x - start.x, point.y - start.y) < threshold) return;
        actions.setDrag({ item, ...point });
        actions.setDropTarget(lightAt(point));
      };
      const stop = () => {
        window.removeEventListener("pointermove", onMove);
        window.removeEventListener("pointerup", onUp);
        window.removeEventListener("pointercancel", stop);
        window.removeEventListener("keydown", onKey, true);
        actions.setDrag(undefined);
        actions.setDropTarget(undefined);
      };
      const onUp = (released: PointerEvent) => {
        const isUnderWay = store.getState().drag !== undefined;
        const point = { x: released.clientX, y: released.clientY };
        stop();
        if (!isUnderWay) return;
        // The click that ends a drag is not a click on the item.
        window.addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
        if (isOverCanvas(point))
          drop(store.getState(), item, { target: targetAt(point), point: screenToFlowPosition(point) });
      };
      const onKey = (pressed: KeyboardEvent) => {
        if (pressed.key !== "Escape") return;
        pressed.stopPropagation();
        stop();
      };
      window.addEventListener("pointermove", onMove);
      window.addEventListener("pointerup", onUp);
      window.addEventListener("pointercancel", stop);
      window.addEventListener("keydown", onKey, true);
    },
    [store, screenToFlowPosition],
  );
}

function swallow(event: MouseEvent): void {
  event.stopPropagation();
  event.preventDefault();
}

interface DropPlace {
  readonly target: string | undefined;
  readonly point: Point;
}

type State = ReturnType<ReturnType<typeof useEditorStore>["getState"]>;

/** What takes in what would be let go here: the agent it goes to or below, else the group it would belong to. */
function takerAt({ nodes, document, folded }: State, item: PaletteItem, point: Point): string | undefined {
  if (item.kind === "group") return undefined;
  const agentId = item.kind === "note" ? undefined : agentAt(nodes, point);
  if (agentId !== undefined || !(item.kind === "agent" || item.kind === "note")) return agentId;
  const { width, height } = item.kind === "note" ? noteSize : cardSize;
  const box = { x: point.x - width / 2, y: point.y - height / 2, width, height };
  return groupAround(document, box, folded)?.id;
}

function drop({ actions }: State, item: PaletteItem, { target, point }: DropPlace): void {
  switch (item.kind) {
    case "agent": {
      const position = { x: point.x - cardSize.width / 2, y: point.y - cardSize.height / 2 };
      actions.addAgent(item.templateKey, target === undefined ? { position } : { parentId: target });
      return;
    }
    case "note":
      actions.addNote(point);
      return;
    case "group":
      actions.addGroup(point);
      return;
    default:
      if (target !== undefined) actions.grant(target, item);
  }
}
