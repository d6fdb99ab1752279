import type { Agent, OrgDocument } from "@/server/contract/org-document.ts";
import { findLead, type OrgProblem } from "@/server/contract/org-graph.ts";
import { type AgentTree, createTree, siblingsOf } from "./agent-tree.ts";
import { isHanging } from "./geometry.ts";

/** Everything one card shows. The same object as long as nothing on the card changes, so that only changed cards draw. */
export interface AgentCard {
  readonly agent: Agent;
  readonly isLead: boolean;
  /** 1 for those who report to nobody. */
  readonly level: number;
  readonly placeAmongSiblings: number;
  readonly siblingCount: number;
  readonly childCount: number;
  /** How many agents below it are folded away. */
  readonly hiddenCount: number;
  /** Whether its reports hang in a stack from its left edge. */
  readonly isStackParent: boolean;
  /** The most pressing thing that is wrong here. */
  readonly problem: OrgProblem | undefined;
}

/** What one agent is granted: skills, MCP servers and toolboxes. */
export function countGrants(agent: Pick<Agent, "skills" | "mcp" | "toolboxes">): {
  readonly skills: number;
  readonly servers: number;
  readonly toolboxes: number;
} {
  return {
    skills: agent.skills.length,
    servers: agent.mcp.length,
    toolboxes: agent.toolboxes?.length ?? 0,
  };
}

/** What cards show besides the drawing. */
export interface CardSources {
  readonly problems: readonly OrgProblem[];
  readonly hiddenCounts: ReadonlyMap<string, number>;
}

/** Cards for every agent of a document; those that would look the same are taken from `previous`. */
export function createCards(
  document: OrgDocument,
  { problems, hiddenCounts }: CardSources,
  previous: ReadonlyMap<string, AgentCard>,
): ReadonlyMap<string, AgentCard> {
  const tree = createTree(document);
  const leadId = findLead(document)?.id;
  const isStacking = document.direction !== "right";
  const problemOf = mostPressing(problems);
  const cards = new Map<string, AgentCard>();
  let isChanged = previous.size !== document.agents.length;
  for (const agent of document.agents) {
    const next = createCard(tree, agent, {
      leadId,
      isStacking,
      hiddenCount: hiddenCounts.get(agent.id) ?? 0,
      problem: problemOf.get(agent.id),
    });
    const before = previous.get(agent.id);
    const card = before && isSameCard(before, next) ? before : next;
    isChanged ||= card !== before;
    cards.set(agent.id, card);
  }
  return isChanged ? cards : previous;
}

interface CardFacts {
  readonly leadId: string | undefined;
  /** Whether leaves may hang below their parent in this org. */
  readonly isStacking: boolean;
  readonly hiddenCount: number;
  readonly problem: OrgProblem | undefined;
}

function createCard(tree: AgentTree, agent: Agent, facts: CardFacts): AgentCard {
  const { leadId, problem, isStacking, hiddenCount } = facts;
  const siblings = siblingsOf(tree, agent.id);
  const children = tree.children.get(agent.id) ?? [];
  const first = tree.agents.get(children[0] ?? "");
  return {
    agent,
    isLead: agent.id === leadId,
    level: tree.levels.get(agent.id) ?? 1,
    placeAmongSiblings: siblings.indexOf(agent.id) + 1,
    siblingCount: siblings.length,
    childCount: children.length,
    hiddenCount,
    isStackParent: isStacking && first !== undefined && isHanging(agent.position, first.position),
    problem,
  };
}

function mostPressing(problems: readonly OrgProblem[]): ReadonlyMap<string, OrgProblem> {
  const found = new Map<string, OrgProblem>();
  for (const problem of problems) {
    if (problem.agentId === undefined) continue;
    const known = found.get(problem.agentId);
    if (!known || (known.level === "warning" && problem.level === "error"))
      found.set(problem.agentId, problem);
  }
  return found;
}

function isSameCard(one: AgentCard, other: AgentCard): boolean {
  const keys = Object.keys(one) as (keyof AgentCard)[];
  return keys.every((key) =>
    key === "problem" ? isSameProblem(one.problem, other.problem) : one[key] === other[key],
  );
}

function isSameProblem(one: OrgProblem | undefined, other: OrgProblem | undefined): boolean {
  return one?.message === other?.message && one?.level === other?.level;
}

/** How a card is announced: "Analyst, Compares the numbers, reports 2, warning: no key for this model". */
export function describeCard({ agent, isLead, childCount, hiddenCount, problem }: AgentCard): string {
  const parts = [agent.name];
  if (agent.role !== "") parts.push(agent.role);
  if (isLead) parts.push("lead");
  if (childCount > 0) parts.push(childCount === 1 ? "leads 1 agent" : `leads ${childCount} agents`);
  if (hiddenCount > 0) parts.push(`${hiddenCount} below folded away`);
  if (problem) parts.push(`${problem.level}: ${problem.message}`);
  return parts.join(", ");
}
