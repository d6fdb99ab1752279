"use client";

import { useStoreApi } from "@xyflow/react";
import { useState } from "react";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";

/**
 * React Flow measures every card that comes into view, with the ends of its lines, then goes through all cards of the org and draws
 * those again. A card is as large as it is said to be, and its lines end where they are said to: there is nothing to learn from it.
 * Notes and groups, which people make larger, are measured. Called above the canvas, before it is drawn.
 */
export function useKnownSizes(): void {
  const flow = useStoreApi<CanvasNode, LineEdge>();
  useState(() => {
    const { updateNodeInternals } = flow.getState();
    flow.setState({
      updateNodeInternals: (updates) => {
        const { nodeLookup } = flow.getState();
        const unknown = [...updates].filter(([id]) => nodeLookup.get(id)?.type !== "agent");
        if (unknown.length > 0) updateNodeInternals(new Map(unknown));
      },
    });
  });
}
