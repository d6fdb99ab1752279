import type { OrgId } from "./ids.ts";
import type { Agent, OrgDocument, ReportingLine } from "./org-document.ts";

/** Cards a sketch draws at most: more could not be told apart in small. */
export const SKETCHED_CARDS = 200;
/** Up to so many cards, names can be read on them. */
const NAMED_CARDS = 24;

/** An org in small: where its cards stand and who reports to whom. */
export interface OrgSketch {
  readonly direction: "down" | "right";
  /** Upper left corners; the name is empty where there is no room for it. */
  readonly cards: readonly { readonly name: string; readonly x: number; readonly y: number }[];
  /** Places of parent and child in `cards`. */
  readonly lines: readonly (readonly [parent: number, child: number])[];
}

/** The sketch of one version of an org. */
export interface OrgVersionSketch {
  readonly orgId: OrgId;
  readonly version: number;
  readonly sketch: OrgSketch;
}

/** What a sketch is made of. */
export interface Sketched {
  readonly agents: readonly Pick<Agent, "id" | "name" | "position">[];
  readonly lines: readonly Pick<ReportingLine, "parentId" | "childId">[];
  readonly direction?: OrgDocument["direction"];
}

/** Draws an org in small; of a very large one the first cards alone. */
export function toOrgSketch({ agents, lines, direction = "down" }: Sketched): OrgSketch {
  const drawn = agents.slice(0, SKETCHED_CARDS);
  const places = new Map(drawn.map(({ id }, index) => [id, index]));
  return {
    direction,
    cards: drawn.map(({ name, position }) => ({
      name: agents.length > NAMED_CARDS ? "" : name,
      x: position.x,
      y: position.y,
    })),
    lines: lines.flatMap(({ parentId, childId }) => {
      const [parent, child] = [places.get(parentId), places.get(childId)];
      return parent === undefined || child === undefined ? [] : [[parent, child] as const];
    }),
  };
}
