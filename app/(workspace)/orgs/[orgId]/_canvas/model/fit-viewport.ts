import type { Box, Point } from "./geometry.ts";

/** How the canvas is looked at: where its origin stands in the window, and the zoom. */
export interface Viewport extends Point {
  readonly zoom: number;
}

/** Pixels to keep clear of what floats over the canvas. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The room there is. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
  /** Smallest zoom that is used, even if not everything fits then. */
  readonly minZoom: number;
}

/**
 * Shows a whole org, never larger than drawn: centred across, and at the top, where an org chart begins. What does not
 * fit at the smallest zoom is centred on `anchor`, the place of the lead.
 */
export function fitViewport(box: Box, frame: Frame, anchor: Point | undefined): Viewport {
  const { insets, minZoom } = frame;
  const width = frame.width - insets.left - insets.right;
  const height = frame.height - insets.top - insets.bottom;
  const zoom = Math.min(1, Math.max(minZoom, Math.min(width / box.width, height / box.height)));
  const isTooWide = box.width * zoom > width + 1;
  const middle = isTooWide && anchor ? anchor.x : box.x + box.width / 2;
  const spare = Math.max(0, height - box.height * zoom);
  return {
    x: Math.round(insets.left + width / 2 - middle * zoom),
    y: Math.round(insets.top + Math.min(spare / 4, 80) - box.y * zoom),
    zoom,
  };
}
