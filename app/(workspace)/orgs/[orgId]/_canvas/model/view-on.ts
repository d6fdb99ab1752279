import type { Viewport } from "./fit-viewport.ts";
import { type Box, type CanvasSize, cardSize, smallestZoom } from "./geometry.ts";

/** The run box floats over this much of the lower edge. */
const COVERED_BELOW = 140;
/** Kept clear around what is brought into view. */
const MARGIN = 24;
/** Below this nobody can read a name: one card is shown at least as large. */
const READABLE_ZOOM = 0.6;

/**
 * How the canvas is to be looked at so that all of the box is in view, in its middle: readable if there is room for that,
 * smaller if there is not. Undefined when it is in view already, so that nothing moves that need not.
 */
export function viewOn(box: Box, { width, height }: CanvasSize, now: Viewport): Viewport | undefined {
  // Of a low canvas the box leaves nothing free; there it is looked past.
  const free = height - COVERED_BELOW < cardSize.height + 2 * MARGIN ? height : height - COVERED_BELOW;
  const left = box.x * now.zoom + now.x;
  const top = box.y * now.zoom + now.y;
  const isInView =
    left >= 0 && top >= 0 && left + box.width * now.zoom <= width && top + box.height * now.zoom <= free;
  if (isInView) return undefined;
  const widest = Math.min((width - 2 * MARGIN) / box.width, (free - 2 * MARGIN) / box.height);
  const zoom = Math.max(Math.min(Math.max(now.zoom, READABLE_ZOOM), widest), smallestZoom);
  return {
    x: width / 2 - (box.x + box.width / 2) * zoom,
    y: free / 2 - (box.y + box.height / 2) * zoom,
    zoom,
  };
}
