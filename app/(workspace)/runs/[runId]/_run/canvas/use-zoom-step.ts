"use client";

import { useStore } from "@xyflow/react";

/** How much of a card there is room for. */
export type ZoomStep = "full" | "name" | "block";

/** From 60 % the whole card, from 30 % face and name, below that a block with the state. */
export function useZoomStep(): ZoomStep {
  return useStore(({ transform: [, , zoom] }) => (zoom >= 0.6 ? "full" : zoom >= 0.3 ? "name" : "block"));
}
