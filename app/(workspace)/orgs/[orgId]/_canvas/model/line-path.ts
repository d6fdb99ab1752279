import type { LayoutDirection } from "@/server/contract/org-document.ts";
import { cardSize, isHanging, type Point, spacing } from "./geometry.ts";

/** How a reporting line is drawn: an SVG path, and the place for its label. */
export interface LinePath {
  readonly path: string;
  readonly label: Point;
  readonly isHanging: boolean;
}

const cornerRadius = 8;
const clearance = 20;

/**
 * The right-angled line from a parent to its child, given the upper left corners of both cards: from the middle of the
 * parent's lower edge, or from the trunk on its left when the child hangs in a stack. In an org that grows to the right:
 * from the middle of the parent's right edge to the middle of the child's left one.
 */
export function linePath(parent: Point, child: Point, direction: LayoutDirection = "down"): LinePath {
  if (direction === "right") return sidePath(parent, child);
  if (isHanging(parent, child)) return hangingPath(parent, child);
  const start = { x: parent.x + cardSize.width / 2, y: parent.y + cardSize.height };
  const end = { x: child.x + cardSize.width / 2, y: child.y };
  const points = end.y - start.y >= clearance ? stepDown(start, end) : aroundTheSide(start, end);
  return { path: roundedPath(points), label: { x: end.x, y: end.y - 18 }, isHanging: false };
}

/** The same as a line down, with the axes exchanged. */
function sidePath(parent: Point, child: Point): LinePath {
  const start = { x: parent.x + cardSize.width, y: parent.y + cardSize.height / 2 };
  const end = { x: child.x, y: child.y + cardSize.height / 2 };
  const reach = cardSize.height;
  const points =
    end.x - start.x >= clearance
      ? stepDown(turn(start), turn(end))
      : aroundTheSide(turn(start), turn(end), reach);
  return { path: roundedPath(points.map(turn)), label: { x: end.x - 40, y: end.y }, isHanging: false };
}

function turn({ x, y }: Point): Point {
  return { x: y, y: x };
}

/** A line that is being drawn, from where the drag began to the cursor. */
export function draftPath(start: Point, end: Point, direction: LayoutDirection = "down"): string {
  if (direction === "right") {
    const isAhead = Math.abs(end.x - start.x) >= clearance;
    const points = isAhead
      ? stepDown(turn(start), turn(end)).map(turn)
      : [start, { x: start.x, y: end.y }, end];
    return roundedPath(points);
  }
  return roundedPath(
    Math.abs(end.y - start.y) >= clearance ? stepDown(start, end) : [start, { x: end.x, y: start.y }, end],
  );
}

function hangingPath(parent: Point, child: Point): LinePath {
  const x = parent.x + spacing.trunk;
  const y = child.y + 28;
  const path = roundedPath([
    { x, y: parent.y + cardSize.height },
    { x, y },
    { x: child.x, y },
  ]);
  return { path, label: { x, y: y - 28 }, isHanging: true };
}

function stepDown(start: Point, end: Point): readonly Point[] {
  if (Math.abs(start.x - end.x) < 1) return [start, end];
  const middle = start.y + (end.y - start.y) / 2;
  return [start, { x: start.x, y: middle }, { x: end.x, y: middle }, end];
}

/** The child stands beside or above its parent: leave downwards, pass between the cards, arrive from above. */
function aroundTheSide(start: Point, end: Point, width: number = cardSize.width): readonly Point[] {
  const isApart = Math.abs(end.x - start.x) > width + 2 * clearance;
  const side = end.x >= start.x ? 1 : -1;
  const x = isApart
    ? (start.x + end.x) / 2
    : Math.max(start.x * side, end.x * side) * side + side * (width / 2 + clearance);
  const low = start.y + clearance;
  const high = end.y - clearance;
  return [start, { x: start.x, y: low }, { x, y: low }, { x, y: high }, { x: end.x, y: high }, end];
}

/** A path along the points, its corners rounded as far as the legs allow. */
export function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${first.x} ${first.y}`;
  let previous = first;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    path += next ? corner(previous, point, next) : `L${point.x} ${point.y}`;
    previous = point;
  });
  return path;
}

function corner(from: Point, at: Point, to: Point): string {
  const radius = Math.min(cornerRadius, distance(from, at) / 2, distance(at, to) / 2);
  const before = towards(at, from, radius);
  const after = towards(at, to, radius);
  return `L${before.x} ${before.y}Q${at.x} ${at.y} ${after.x} ${after.y}`;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
}
