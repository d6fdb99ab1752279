import type { TeamAgent } from "./team-file-schema.ts";
import type { TeamLine } from "./to-tree.ts";

/** From one card to the next, in pixels of the canvas. */
const STEP = { x: 280, y: 220 } as const;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where the agents of a team stand: as they were drawn, or level by level where any of them was not. */
export function placeTeam(agents: readonly TeamAgent[], lines: readonly TeamLine[]): readonly Place[] {
  const drawn = agents.map(({ position }) => position);
  if (drawn.every((position) => position !== undefined)) return drawn;
  const parents = new Map(lines.map(({ parent, child }) => [child, parent]));
  const depths = agents.map((_, index) => {
    let depth = 0;
    for (let at = parents.get(index); at !== undefined; at = parents.get(at)) depth += 1;
    return depth;
  });
  const widths = new Map<number, number>();
  for (const depth of depths) widths.set(depth, (widths.get(depth) ?? 0) + 1);
  const taken = new Map<number, number>();
  return depths.map((depth) => {
    const place = taken.get(depth) ?? 0;
    taken.set(depth, place + 1);
    return { x: (place - ((widths.get(depth) ?? 1) - 1) / 2) * STEP.x, y: depth * STEP.y };
  });
}
