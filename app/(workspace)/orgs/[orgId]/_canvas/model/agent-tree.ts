import type { Agent, LayoutDirection, OrgDocument } from "@/server/contract/org-document.ts";
import { childrenByParent, parentsOf } from "@/server/contract/org-graph.ts";
import { cardSize } from "./geometry.ts";

/** The org as people read it: levels from the top, siblings from left to right (a hanging stack from top to bottom). */
export interface AgentTree {
  readonly grows: LayoutDirection;
  readonly roots: readonly string[];
  readonly agents: ReadonlyMap<string, Agent>;
  readonly parents: ReadonlyMap<string, string>;
  readonly children: ReadonlyMap<string, readonly string[]>;
  /** 1 for those who report to nobody. */
  readonly levels: ReadonlyMap<string, number>;
}

/** As much of a document as makes a tree. */
export type DrawnAgents = Pick<OrgDocument, "agents" | "lines" | "direction">;

/** Reads the tree out of a document; tolerates loops, whose members count as roots. */
export function createTree(document: DrawnAgents): AgentTree {
  const agents = new Map(document.agents.map((agent) => [agent.id, agent]));
  const lines = document.lines.filter((line) => agents.has(line.parentId) && agents.has(line.childId));
  const parents = parentsOf(lines);
  const byPlace = (one: string, other: string): number => comparePlaces(agents.get(one), agents.get(other));
  const children = new Map([...childrenByParent(lines)].map(([id, ids]) => [id, [...ids].sort(byPlace)]));
  const roots = document.agents
    .map((agent) => agent.id)
    .filter((id) => !parents.has(id))
    .sort(byPlace);
  const levels = new Map<string, number>();
  const open = roots.map((id) => ({ id, level: 1 }));
  for (let next = open.pop(); next; next = open.pop()) {
    if (levels.has(next.id)) continue;
    levels.set(next.id, next.level);
    for (const id of children.get(next.id) ?? []) open.push({ id, level: next.level + 1 });
  }
  return { grows: document.direction ?? "down", roots, agents, parents, children, levels };
}

function comparePlaces(one: Agent | undefined, other: Agent | undefined): number {
  if (!one || !other) return 0;
  const across = one.position.x - other.position.x;
  return Math.abs(across) < cardSize.width / 2 ? one.position.y - other.position.y : across;
}

/** Agents on the same level as this one, in reading order. */
function levelOf(tree: AgentTree, id: string): readonly string[] {
  const level = tree.levels.get(id);
  return [...tree.levels]
    .filter(([, other]) => other === level)
    .map(([other]) => other)
    .sort((one, other) => comparePlaces(tree.agents.get(one), tree.agents.get(other)));
}

/** An arrow key. */
export type Direction = "up" | "down" | "left" | "right";

/** Where an arrow key leads from an agent; undefined when it leads nowhere. */
export function walk(tree: AgentTree, from: string, direction: Direction): string | undefined {
  if (tree.grows === "right") return walkSideways(tree, from, direction);
  switch (direction) {
    case "up":
      return stackNeighbour(tree, from, -1) ?? tree.parents.get(from);
    case "down":
      return tree.children.get(from)?.[0] ?? stackNeighbour(tree, from, 1);
    case "left":
    case "right": {
      const row = levelOf(tree, from);
      return row[row.indexOf(from) + (direction === "left" ? -1 : 1)];
    }
  }
}

/** In an org that grows to the right: left leads to the parent, right to the reports, up and down along the level. */
function walkSideways(tree: AgentTree, from: string, direction: Direction): string | undefined {
  if (direction === "left") return tree.parents.get(from);
  if (direction === "right") return tree.children.get(from)?.[0];
  const row = levelOf(tree, from);
  return row[row.indexOf(from) + (direction === "up" ? -1 : 1)];
}

/** The sibling directly above or below in a hanging stack. */
function stackNeighbour(tree: AgentTree, from: string, step: 1 | -1): string | undefined {
  const siblings = siblingsOf(tree, from);
  const neighbour = siblings[siblings.indexOf(from) + step];
  const here = tree.agents.get(from)?.position;
  const there = neighbour === undefined ? undefined : tree.agents.get(neighbour)?.position;
  return here && there && Math.abs(here.x - there.x) < cardSize.width / 2 ? neighbour : undefined;
}

/** Everyone who reports to the same agent, this one included. */
export function siblingsOf(tree: AgentTree, id: string): readonly string[] {
  const parent = tree.parents.get(id);
  return parent === undefined ? tree.roots : (tree.children.get(parent) ?? []);
}

/** An agent and everyone below it. */
export function subtreeOf(tree: AgentTree, id: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(tree.children.get(next) ?? []));
  }
  return found;
}

/** Every agent once, each right before its reports: the order of an outline. */
export function readingOrder(tree: AgentTree): readonly string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const open = [...tree.roots].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    order.push(next);
    open.push(...[...(tree.children.get(next) ?? [])].reverse());
  }
  return order;
}
