"use client";

import { useStore } from "@xyflow/react";

/** How much of a card there is room for. */
export type ZoomStep = "full" | "name" | "block";

/** From 60 % the whole card, from 30 % face and name, below that a block with the state. */
export function zoomStepAt(zoom: number): ZoomStep {
  if (zoom >= 0.6) return "full";
  return zoom >= 0.3 ? "name" : "block";
}

/** The step of the canvas around it. */
export function useZoomStep(): ZoomStep {
  return useStore(({ transform: [, , zoom] }) => zoomStepAt(zoom));
}
