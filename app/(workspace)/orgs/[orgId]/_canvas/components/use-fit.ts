"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useCallback } from "react";
import { viewDuration } from "@/app/_ui/view-duration.ts";
import { findLead } from "@/server/contract/org-graph.ts";
import { fitViewport, type Viewport } from "../model/fit-viewport.ts";
import { boundingBox, type CanvasSize, cardSize, type Point, smallestZoom } from "../model/geometry.ts";
import { type CanvasNode, type LineEdge, nodeBox } from "../store/canvas-items.ts";
import type { EditorState } from "../store/editor-state.ts";
import { useEditorStore } from "./editor-context.tsx";
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

/** How the whole org is looked at, clear of what floats over the canvas; undefined without anything to show or room to show it. */
export function wholeOrg(
  { nodes, document: drawing }: Pick<EditorState, "nodes" | "document">,
  { width, height }: CanvasSize,
  isReadable = false,
): Viewport | undefined {
  const box = boundingBox(nodes.map(nodeBox));
  if (!box || width === 0) return undefined;
  const isNarrow = width < 640;
  const insets = isNarrow ? NARROW_INSETS : WIDE_INSETS;
  const minZoom = isReadable && isNarrow ? 0.85 : smallestZoom;
  return fitViewport(box, { width, height, insets, minZoom }, topOf(findLead(drawing)?.position));
}

/** Brings the whole org into view. */
export function useFit(): (options?: FitOptions) => void {
  const store = useEditorStore();
  const flow = useStoreApi<CanvasNode, LineEdge>();
  const { setViewport } = useReactFlow<CanvasNode, LineEdge>();
  return useCallback(
    ({ isInstant = false, isReadable = false } = {}) => {
      const viewport = wholeOrg(store.getState(), flow.getState(), isReadable);
      if (!viewport) return;
      // Before the cards come into view: thousands would be drawn whole first, and once more as blocks.
      if (isInstant) store.getState().actions.setZoomStep(toZoomStep(viewport.zoom));
      void setViewport(viewport, {
        duration: isInstant ? 0 : viewDuration(),
      });
    },
    [store, flow, setViewport],
  );
}
