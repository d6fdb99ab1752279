"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useCallback } from "react";
import { findLead } from "@/server/contract/org-graph.ts";
import { fitViewport } from "../model/fit-viewport.ts";
import { boundingBox, cardSize, type Point } from "../model/geometry.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import { useEditorStore } from "./editor-context.tsx";
import { viewDuration } from "./is-typing.ts";
import { toZoomStep } from "./zoom-step.ts";

interface FitOptions {
  /** At once instead of moving there. */
  readonly isInstant?: boolean;
  /** Keeps cards readable on a small screen, even if not all are in view then. */
  readonly isReadable?: boolean;
}

/** What floats over the canvas takes this much at its edges. */
const NARROW_INSETS = { top: 20, right: 16, bottom: 150, left: 16 };
const WIDE_INSETS = { top: 28, right: 16, bottom: 180, left: 16 };

/** The middle of a card's upper edge. */
function topOf(position: Point | undefined): Point | undefined {
  return position && { x: position.x + cardSize.width / 2, y: position.y };
}

/** Brings the whole org into view, clear of what floats over the canvas. */
export function useFit(): (options?: FitOptions) => void {
  const store = useEditorStore();
  const flow = useStoreApi<CanvasNode, LineEdge>();
  const { setViewport } = useReactFlow<CanvasNode, LineEdge>();
  return useCallback(
    ({ isInstant = false, isReadable = false } = {}) => {
      const { nodes, document: drawing } = store.getState();
      const { width, height } = flow.getState();
      const box = boundingBox(
        nodes.map((node) => ({ ...node.position, width: node.width ?? 0, height: node.height ?? 0 })),
      );
      if (!box || width === 0) return;
      const isNarrow = width < 640;
      const insets = isNarrow ? NARROW_INSETS : WIDE_INSETS;
      const anchor = topOf(findLead(drawing)?.position);
      const minZoom = isReadable && isNarrow ? 0.85 : 0.03;
      const viewport = fitViewport(box, { width, height, insets, minZoom }, anchor);
      // Before the cards come into view: thousands would be drawn whole first, and once more as blocks.
      if (isInstant) store.getState().actions.setZoomStep(toZoomStep(viewport.zoom));
      void setViewport(viewport, {
        duration: isInstant ? 0 : viewDuration(),
      });
    },
    [store, flow, setViewport],
  );
}
