"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { viewDuration } from "@/app/_ui/view-duration.ts";
import { type Box, boundingBox, type CanvasSize } from "../model/geometry.ts";
import { viewOn } from "../model/view-on.ts";
import { type CanvasNode, type LineEdge, nodeBox } from "../store/canvas-items.ts";
import { useEditor, useEditorStore } from "./editor-context.tsx";

/** Brings what the reader moves to by key, search or list, and all that was pasted, into view; never when it is in view already. */
export function useFollowFocus(): void {
  const request = useEditor((state) => state.focusRequest);
  const store = useEditorStore();
  const flow = useStoreApi<CanvasNode, LineEdge>();
  const { setCenter, setViewport } = useReactFlow<CanvasNode, LineEdge>();
  useEffect(() => {
    const box = request && boxAround(store.getState().nodes, new Set([request.id, ...(request.along ?? [])]));
    if (!box) return;
    const { transform } = flow.getState();
    const [x, y, zoom] = transform;
    const view = viewOn(box, roomOf(flow.getState()), { x, y, zoom });
    if (view) void setViewport(view, { duration: viewDuration() });
  }, [request, store, flow, setViewport]);

  // A name is typed on the card: it has to be large enough to read.
  const renamingId = useEditor((state) => state.renamingId);
  useEffect(() => {
    const box =
      renamingId === undefined ? undefined : boxAround(store.getState().nodes, new Set([renamingId]));
    if (!box || flow.getState().transform[2] >= 0.6) return;
    const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    void setCenter(center.x, center.y, { zoom: 0.8, duration: viewDuration() });
  }, [renamingId, store, flow, setCenter]);
}

interface Flow {
  readonly domNode: HTMLElement | null;
  readonly width: number;
  readonly height: number;
}

/** The canvas as it stands now: what is selected may just have opened the inspector beside it, which React Flow learns of later. */
function roomOf({ domNode, width, height }: Flow): CanvasSize {
  return { width: domNode?.clientWidth ?? width, height: domNode?.clientHeight ?? height };
}

function boxAround(nodes: readonly CanvasNode[], ids: ReadonlySet<string>): Box | undefined {
  return boundingBox(nodes.filter((node) => ids.has(node.id)).map(nodeBox));
}
