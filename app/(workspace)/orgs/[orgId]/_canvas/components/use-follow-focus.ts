"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { viewDuration } from "@/app/_ui/view-duration.ts";
import { cardSize } from "../model/geometry.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import { useEditor, useEditorStore } from "./editor-context.tsx";

/** Brings a card into view when the reader moves to it by key, search or list; never when it is in view already. */
export function useFollowFocus(): void {
  const request = useEditor((state) => state.focusRequest);
  const store = useEditorStore();
  const flow = useStoreApi<CanvasNode, LineEdge>();
  const { setCenter } = useReactFlow<CanvasNode, LineEdge>();
  useEffect(() => {
    const position = request && store.getState().nodes.find((node) => node.id === request.id)?.position;
    if (!position) return;
    const { width, height, transform } = flow.getState();
    const [x, y, zoom] = transform;
    const left = position.x * zoom + x;
    const top = position.y * zoom + y;
    const isInView =
      left >= 0 &&
      top >= 0 &&
      left + cardSize.width * zoom <= width &&
      top + cardSize.height * zoom <= height - 140;
    if (isInView) return;
    const center = { x: position.x + cardSize.width / 2, y: position.y + cardSize.height / 2 };
    void setCenter(center.x, center.y + 70 / zoom, { zoom: Math.max(zoom, 0.6), duration: viewDuration() });
  }, [request, store, flow, setCenter]);

  // A name is typed on the card: it has to be large enough to read.
  const renamingId = useEditor((state) => state.renamingId);
  useEffect(() => {
    const position = store.getState().nodes.find((node) => node.id === renamingId)?.position;
    if (!position || flow.getState().transform[2] >= 0.6) return;
    const center = { x: position.x + cardSize.width / 2, y: position.y + cardSize.height / 2 };
    void setCenter(center.x, center.y, { zoom: 0.8, duration: viewDuration() });
  }, [renamingId, store, flow, setCenter]);
}
