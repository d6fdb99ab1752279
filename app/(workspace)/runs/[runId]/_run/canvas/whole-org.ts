import type { Rect, Viewport } from "@xyflow/react";

/** How the whole org is brought into view. */
export const FIT = { maxZoom: 1, minZoom: 0.2, padding: 0.08 };

/** A canvas with less height than this has none to spare. */
export const LOW_CANVAS = 500;

/** The room a canvas has on the screen. */
export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** Whether all cards are in view. */
export function isWhole(cards: Rect, { x, y, zoom }: Viewport, { width, height }: CanvasSize): boolean {
  const left = cards.x * zoom + x;
  const top = cards.y * zoom + y;
  return left >= 0 && top >= 0 && left + cards.width * zoom <= width && top + cards.height * zoom <= height;
}
