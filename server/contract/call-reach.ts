import type { Agent } from "./org-document.ts";

/** Where an agent stands below the one a run begins at. */
export interface CallPlace {
  readonly agent: Agent;
  /** Delegations from the beginning down to it. */
  readonly depth: number;
  /** Agents on the way whose own limit on depth ends above it: while there are any, no run calls it. */
  readonly heldBy: readonly Agent[];
}

/** No limit on depth goes further: below it nothing that can be raised would help. */
export const mostLevels = 10;

/**
 * Everybody below the agent a run begins at, that agent included, with what keeps delegations from coming so far. The limit of
 * each who delegates counts, in levels from the beginning of the run, not from itself.
 */
export function callPlaces(
  first: Agent,
  below: (agentId: string) => readonly Agent[],
): ReadonlyMap<string, CallPlace> {
  const places = new Map<string, CallPlace>([[first.id, { agent: first, depth: 0, heldBy: [] }]]);
  // A map that grows is walked to its end.
  for (const { agent, depth, heldBy } of places.values()) {
    const isEnd = depth < mostLevels && agent.limits.maxDepth <= depth;
    const place = { depth: depth + 1, heldBy: isEnd ? [...heldBy, agent] : heldBy };
    for (const child of below(agent.id)) {
      if (!places.has(child.id)) places.set(child.id, { agent: child, ...place });
    }
  }
  return places;
}
