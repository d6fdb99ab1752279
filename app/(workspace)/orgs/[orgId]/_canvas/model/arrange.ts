import type { Box, Point } from "./geometry.ts";

/** What several boxes are brought level with: their common edge or middle. */
export type AlignEdge = "left" | "center" | "right" | "top" | "middle" | "bottom";

/** The direction in which boxes get equal gaps. */
export type DistributeAxis = "across" | "down";

interface Edge {
  readonly axis: "x" | "y";
  /** How far along a box the edge lies: 0 its beginning, 1 its end. */
  readonly share: 0 | 0.5 | 1;
}

const edges: Readonly<Record<AlignEdge, Edge>> = {
  left: { axis: "x", share: 0 },
  center: { axis: "x", share: 0.5 },
  right: { axis: "x", share: 1 },
  top: { axis: "y", share: 0 },
  middle: { axis: "y", share: 0.5 },
  bottom: { axis: "y", share: 1 },
};

const sizeAlong = (box: Box, axis: "x" | "y"): number => (axis === "x" ? box.width : box.height);

/** Places that bring all boxes level with the same edge of the box around them; only one coordinate of each changes. */
export function alignBoxes(boxes: ReadonlyMap<string, Box>, edge: AlignEdge): ReadonlyMap<string, Point> {
  const { axis, share } = edges[edge];
  const all = [...boxes.values()];
  const start = Math.min(...all.map((box) => box[axis]));
  const end = Math.max(...all.map((box) => box[axis] + sizeAlong(box, axis)));
  const level = start + (end - start) * share;
  return new Map(
    [...boxes].map(([id, box]) => {
      const at = Math.round(level - sizeAlong(box, axis) * share);
      return [id, axis === "x" ? { x: at, y: box.y } : { x: box.x, y: at }];
    }),
  );
}

/** Places with equal gaps between neighbours; the outermost two stay. Fewer than three boxes stay as they are. */
export function distributeBoxes(
  boxes: ReadonlyMap<string, Box>,
  direction: DistributeAxis,
): ReadonlyMap<string, Point> {
  const axis = direction === "across" ? "x" : "y";
  const sorted = [...boxes].sort(([, one], [, other]) => one[axis] - other[axis]);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last || sorted.length < 3) return new Map();
  const start = first[1][axis];
  const span = last[1][axis] + sizeAlong(last[1], axis) - start;
  const filled = sorted.reduce((sum, [, box]) => sum + sizeAlong(box, axis), 0);
  const gap = (span - filled) / (sorted.length - 1);
  let at = start;
  return new Map(
    sorted.map(([id, box]) => {
      const place = Math.round(at);
      at += sizeAlong(box, axis) + gap;
      return [id, axis === "x" ? { x: place, y: box.y } : { x: box.x, y: place }];
    }),
  );
}
