import type { Box, Point } from "./geometry.ts";

/** A thin line shown while a dragged card stands level with another. */
export interface Guide {
  readonly axis: "x" | "y";
  /** Where the line stands on its axis. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Where a dragged box comes to stand, and what it is level with. */
export interface Alignment {
  readonly position: Point;
  readonly guides: readonly Guide[];
}

/** Moves a dragged box by at most `reach` pixels so that an edge or its middle is level with a neighbour's. */
export function align(moving: Box, others: readonly Box[], reach: number): Alignment {
  const across = nearest(moving, others, { axis: "x", reach });
  const down = nearest(moving, others, { axis: "y", reach });
  const position = { x: moving.x + (across?.shift ?? 0), y: moving.y + (down?.shift ?? 0) };
  const guides = [across, down]
    .filter((found) => found !== undefined)
    .map((found) => toGuide(found, { ...moving, ...position }));
  return { position, guides };
}

interface Search {
  readonly axis: "x" | "y";
  readonly reach: number;
}
interface Level {
  readonly axis: "x" | "y";
  readonly shift: number;
  readonly at: number;
  readonly other: Box;
}

/** Runs for each pointer move over every other card: it makes nothing that would have to be cleared away. */
function nearest(moving: Box, others: readonly Box[], { axis, reach }: Search): Level | undefined {
  const size = axis === "x" ? "width" : "height";
  const start = moving[axis];
  let level: Omit<Level, "axis"> | undefined;
  let least = reach;
  for (const other of others) {
    // First edges, middles, last edges.
    for (let half = 0; half <= 2; half += 1) {
      const at = other[axis] + (other[size] * half) / 2;
      const shift = at - start - (moving[size] * half) / 2;
      const distance = Math.abs(shift);
      if (distance > least || (level && distance === least)) continue;
      least = distance;
      level = { shift, at, other };
    }
  }
  return level && { axis, ...level };
}

function toGuide({ axis, at, other }: Level, placed: Box): Guide {
  const along = axis === "x" ? "y" : "x";
  const size = (box: Box): number => (along === "x" ? box.width : box.height);
  return {
    axis,
    at,
    from: Math.min(placed[along], other[along]),
    to: Math.max(placed[along] + size(placed), other[along] + size(other)),
  };
}
