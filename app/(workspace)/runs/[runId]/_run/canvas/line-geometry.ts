import type { LayoutDirection } from "@/server/contract/org-document.ts";
import { isHanging, type Point, spacing } from "../../../../orgs/[orgId]/_canvas/model/geometry.ts";
import { roundedPath } from "../../../../orgs/[orgId]/_canvas/model/line-path.ts";

/** From the top of a card to where a line from the left meets it: the middle of its head. */
export const SIDE_HANDLE_TOP = 28;
/** The bar of a line runs this far above its child, so that a card that grows moves nothing but its own stub. */
const BAR_ABOVE = 32;
const PILL_ABOVE = 16;

/** Where the pill of a line stands: with its middle there, or with one of its ends. */
export interface PillPlace extends Point {
  readonly anchor: "start" | "middle" | "end";
}

export interface RunLinePath {
  readonly path: string;
  /** Where the count stands. */
  readonly pill: PillPlace;
}

/** From the lower edge down, from the trunk of a stack, or from the right edge in an org that grows to the right. */
export type LineCourse = "down" | "trunk" | "ahead";

/** The course of a line, as the editor decides it. */
export function lineCourse(parent: Point, child: Point, direction: LayoutDirection | undefined): LineCourse {
  if (direction === "right") return "ahead";
  return isHanging(parent, child) ? "trunk" : "down";
}

/**
 * Where the words of a line that comes from the left begin: over its child, as they are longer than the room before it. Over a stack
 * they keep clear of the outlines of its instances.
 */
export function wordsOverChild(end: Point, course: LineCourse): PillPlace {
  const above = course === "trunk" ? 18 : 10;
  return { x: end.x, y: end.y - SIDE_HANDLE_TOP - above, anchor: "start" };
}

/** How a line is drawn between two handles of the live canvas. */
export function runLinePath(start: Point, end: Point, course: LineCourse): RunLinePath {
  if (course === "ahead") return aheadPath(start, end);
  if (course === "trunk") {
    const points = [start, { x: start.x, y: end.y }, end];
    return {
      path: roundedPath(points),
      pill: { x: start.x + spacing.trunk - 4, y: end.y - SIDE_HANDLE_TOP - PILL_ABOVE - 6, anchor: "end" },
    };
  }
  const bar = Math.max(Math.min(end.y - BAR_ABOVE, end.y - 8), (start.y + end.y) / 2);
  const isStraight = Math.abs(start.x - end.x) < 1;
  const points = isStraight ? [start, end] : [start, { x: start.x, y: bar }, { x: end.x, y: bar }, end];
  return { path: roundedPath(points), pill: { x: end.x, y: end.y - PILL_ABOVE, anchor: "middle" } };
}

/** The bar stands midway between the two columns, the count right before the child. */
function aheadPath(start: Point, end: Point): RunLinePath {
  const bar = end.x > start.x ? (start.x + end.x) / 2 : start.x + 24;
  const isStraight = Math.abs(start.y - end.y) < 1 && end.x > start.x;
  const points = isStraight ? [start, end] : [start, { x: bar, y: start.y }, { x: bar, y: end.y }, end];
  return { path: roundedPath(points), pill: { x: end.x - 4, y: end.y - PILL_ABOVE, anchor: "end" } };
}

/** Width by traffic: 1, 4, 10 and 25 calls. */
export function lineWidth(calls: number): number {
  if (calls >= 25) return 4;
  if (calls >= 10) return 3;
  return calls >= 4 ? 2.25 : 1.5;
}
