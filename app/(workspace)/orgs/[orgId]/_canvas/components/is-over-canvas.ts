import type { Point } from "../model/geometry.ts";

/** Whether a point of the window shows the canvas: no panel, menu or dialog lies over it there. */
export function isOverCanvas({ x, y }: Point): boolean {
  return (document.elementFromPoint(x, y)?.closest(".org-canvas") ?? null) !== null;
}
