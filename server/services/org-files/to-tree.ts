import type { Team } from "./team-file-schema.ts";

/** A reporting line by places in the list of agents. */
export interface TeamLine {
  readonly parent: number;
  readonly child: number;
}

/**
 * The edges of a team as a tree: here an agent has one agent above it. Of several the first stays; an edge to the agent itself, to
 * nobody or around in a loop goes. What goes is told in plain words.
 */
export function toTree({ agents, edges }: Pick<Team, "agents" | "edges">): {
  readonly lines: readonly TeamLine[];
  readonly left: readonly string[];
} {
  const byId = new Map(agents.map(({ id }, index) => [id, index]));
  const placeOf = (end: string | number): number | undefined =>
    typeof end === "string" ? byId.get(end) : end >= 0 && end < agents.length ? end : undefined;
  const nameOf = (index: number): string =>
    agents[index]?.persona_name || agents[index]?.label || agents[index]?.role || `Agent ${index + 1}`;
  const parents = new Map<number, number>();
  const left: string[] = [];
  for (const { source, target } of edges) {
    const [parent, child] = [placeOf(source), placeOf(target)];
    if (parent === undefined || child === undefined) left.push("A line that leads to no agent was left out.");
    else if (parents.get(child) === parent) continue;
    else if (parents.has(child) || isAbove(parents, child, parent))
      left.push(`The line from ${nameOf(parent)} to ${nameOf(child)} was left out: here orgs are trees.`);
    else parents.set(child, parent);
  }
  return { lines: [...parents].map(([child, parent]) => ({ parent, child })), left };
}

/** Whether `upper` is `lower` or stands somewhere above it. */
function isAbove(parents: ReadonlyMap<number, number>, upper: number, lower: number): boolean {
  for (let at: number | undefined = lower; at !== undefined; at = parents.get(at))
    if (at === upper) return true;
  return false;
}
