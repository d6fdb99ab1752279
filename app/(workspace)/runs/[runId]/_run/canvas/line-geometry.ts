import { isHanging, type Point, spacing } from "../../../../orgs/[orgId]/_canvas/model/geometry.ts";
import { roundedPath } from "../../../../orgs/[orgId]/_canvas/model/line-path.ts";

/** From the top of a card to where a line from the left meets it: the middle of its head. */
export const SIDE_HANDLE_TOP = 28;
/** The bar of a line runs this far above its child, so that a card that grows moves nothing but its own stub. */
const BAR_ABOVE = 32;
const PILL_ABOVE = 16;

export interface RunLinePath {
  readonly path: string;
  /** Where the count stands. A hanging line's pill ends there instead of being centred. */
  readonly pill: Point;
}

/** Whether the child hangs in a stack from its parent's left edge, as the editor decides it. */
export function hangs(parent: Point, child: Point): boolean {
  return isHanging(parent, child);
}

/** How a line is drawn between two handles of the live canvas. */
export function runLinePath(start: Point, end: Point, isFromTrunk: boolean): RunLinePath {
  if (isFromTrunk) {
    const points = [start, { x: start.x, y: end.y }, end];
    return {
      path: roundedPath(points),
      pill: { x: start.x + spacing.trunk - 4, y: end.y - SIDE_HANDLE_TOP - PILL_ABOVE - 6 },
    };
  }
  const bar = Math.max(Math.min(end.y - BAR_ABOVE, end.y - 8), (start.y + end.y) / 2);
  const isStraight = Math.abs(start.x - end.x) < 1;
  const points = isStraight ? [start, end] : [start, { x: start.x, y: bar }, { x: end.x, y: bar }, end];
  return { path: roundedPath(points), pill: { x: end.x, y: end.y - PILL_ABOVE } };
}

/** Width by traffic: 1, 4, 10 and 25 calls. */
export function lineWidth(calls: number): number {
  if (calls >= 25) return 4;
  if (calls >= 10) return 3;
  return calls >= 4 ? 2.25 : 1.5;
}
