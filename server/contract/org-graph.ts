import { type CallPlace, callPlaces, mostLevels } from "./call-reach.ts";
import type { Agent, OrgDocument, ReportingLine } from "./org-document.ts";

/** Why a reporting line cannot be drawn; the text is shown at the cursor and returned by the API. */
export type LineRefusal =
  | "Would report to itself"
  | "Already reports to someone"
  | "Would be a loop"
  | "No such agent";

/** A place in an org that keeps it from running well. `error` prevents a run, `warning` does not. */
export interface OrgProblem {
  readonly level: "error" | "warning";
  readonly message: string;
  readonly agentId?: string;
  /** True where the drawing is no tree at all: such a drawing cannot even be saved. */
  readonly isShape?: true;
  /** True where an agent refers to something without which it cannot work: no key, no such skill, a server that fails. */
  readonly isBroken?: true;
  /** True where no run that begins at the lead ever calls the agent. */
  readonly isUncalled?: true;
}

type Lines = readonly Pick<ReportingLine, "parentId" | "childId">[];

/** Whether `parentId -> childId` may be added; undefined when it may. One parent an agent, no loops. */
export function refuseLine(
  document: Pick<OrgDocument, "agents" | "lines">,
  parentId: string,
  childId: string,
): LineRefusal | undefined {
  const known = new Set(document.agents.map((agent) => agent.id));
  return refuse({ known, parents: parentsOf(document.lines) }, parentId, childId);
}

interface DrawnLines {
  readonly known: ReadonlySet<string>;
  readonly parents: ReadonlyMap<string, string>;
}

function refuse({ known, parents }: DrawnLines, parentId: string, childId: string): LineRefusal | undefined {
  if (parentId === childId) return "Would report to itself";
  if (!known.has(parentId) || !known.has(childId)) return "No such agent";
  if (parents.has(childId)) return "Already reports to someone";
  for (let above: string | undefined = parentId; above !== undefined; above = parents.get(above)) {
    if (above === childId) return "Would be a loop";
  }
  return undefined;
}

/** Child id to parent id. */
export function parentsOf(lines: Lines): ReadonlyMap<string, string> {
  return new Map(lines.map((line) => [line.childId, line.parentId]));
}

/** Parent id to child ids, in the order in which the lines were drawn. */
export function childrenByParent(lines: Lines): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const line of lines) {
    const list = children.get(line.parentId);
    if (list) list.push(line.childId);
    else children.set(line.parentId, [line.childId]);
  }
  return children;
}

/** The agents an agent may delegate to, in drawing order. */
export function directChildren(
  document: Pick<OrgDocument, "agents" | "lines">,
  agentId: string,
): readonly Agent[] {
  const byId = new Map(document.agents.map((agent) => [agent.id, agent]));
  return document.lines
    .filter((line) => line.parentId === agentId)
    .map((line) => byId.get(line.childId))
    .filter((agent) => agent !== undefined);
}

/**
 * The agent that gets the task: the only one that reports to nobody. Where several do, the only one of them that
 * leads others; undefined when that does not decide it.
 */
export function findLead(document: Pick<OrgDocument, "agents" | "lines">): Agent | undefined {
  const parents = parentsOf(document.lines);
  const roots = document.agents.filter((agent) => !parents.has(agent.id));
  if (roots.length <= 1) return roots[0];
  const leading = new Set(document.lines.map((line) => line.parentId));
  const leads = roots.filter((agent) => leading.has(agent.id));
  return leads.length === 1 ? leads[0] : undefined;
}

/** Everything about the drawing itself that is wrong: shape, not what it refers to outside. */
export function findOrgProblems(document: OrgDocument): readonly OrgProblem[] {
  return [...shapeProblems(document), ...leadProblems(document), ...agentProblems(document)];
}

function shapeProblems(document: OrgDocument): readonly OrgProblem[] {
  const problems: OrgProblem[] = [...idsGivenTwice(document)];
  const seen = new Set<string>();
  for (const agent of document.agents) {
    if (seen.has(agent.id))
      problems.push({
        level: "error",
        message: `Two agents have the id ${agent.id}.`,
        agentId: agent.id,
        isShape: true,
      });
    seen.add(agent.id);
  }
  const parents = new Map<string, string>();
  for (const { parentId, childId } of document.lines) {
    const refusal = refuse({ known: seen, parents }, parentId, childId);
    if (refusal)
      problems.push({
        level: "error",
        message: `A line cannot stay: ${refusal.toLowerCase()}.`,
        agentId: childId,
        isShape: true,
      });
    else parents.set(childId, parentId);
  }
  return [...problems, ...groupProblems(document)];
}

/** Ids of notes and groups, which stand on one canvas with the agents, and of lines. */
function idsGivenTwice({ agents, notes, groups, lines }: OrgDocument): readonly OrgProblem[] {
  const drawn = new Set(agents.map((agent) => agent.id));
  const drawnLines = new Set<string>();
  const isTaken = (ids: Set<string>, id: string): boolean => ids.has(id) || !ids.add(id);
  const twice = [
    ...[...notes, ...groups].filter(({ id }) => isTaken(drawn, id)),
    ...lines.filter(({ id }) => isTaken(drawnLines, id)),
  ];
  return twice.map(({ id }) => ({ level: "error", message: `The id ${id} is given twice.`, isShape: true }));
}

function groupProblems({ agents, notes, groups }: OrgDocument): readonly OrgProblem[] {
  const known = new Set([...agents, ...notes].map((item) => item.id));
  const held = new Set<string>();
  return groups.flatMap(({ name, members }) =>
    members.flatMap((member): readonly OrgProblem[] => {
      const isTwice = held.has(member);
      held.add(member);
      if (known.has(member) && !isTwice) return [];
      const fault = isTwice ? "is in another group or twice in this one" : "is not there";
      const message = `The group ${name || "without a name"} holds ${member}, which ${fault}.`;
      return [{ level: "error", message, isShape: true }];
    }),
  );
}

function leadProblems(document: OrgDocument): readonly OrgProblem[] {
  if (document.agents.length === 0)
    return [{ level: "error", message: "The org has no agents. Add one to lead it." }];
  const lead = findLead(document);
  if (!lead)
    return [
      { level: "error", message: "The org has no lead: draw lines until one agent is above all others." },
    ];
  return findUncalled(document, lead);
}

/** Agents that a run which begins at `first` never calls: no line leads to them, or limits on depth end above them. */
export function findUncalled(document: OrgDocument, first: Agent): readonly OrgProblem[] {
  const byId = new Map(document.agents.map((agent) => [agent.id, agent]));
  const children = childrenByParent(document.lines);
  const below = (id: string) => (children.get(id) ?? []).flatMap((childId) => byId.get(childId) ?? []);
  const places = callPlaces(first, below);
  return document.agents.flatMap((agent): readonly OrgProblem[] => {
    const place = places.get(agent.id);
    const reason = place
      ? beyondLimits(place, first)
      : `${agent.name} reports to nobody and is never called.`;
    return reason ? [{ level: "warning", message: reason, agentId: agent.id, isUncalled: true }] : [];
  });
}

const names = new Intl.ListFormat("en");

function beyondLimits({ agent, depth, heldBy }: CallPlace, first: Agent): string | undefined {
  const where = `${agent.name} is never called: it stands ${depth} ${depth === 1 ? "level" : "levels"} below ${first.name}`;
  if (depth > mostLevels)
    return `${where}, and no run goes deeper than ${mostLevels}. Let it report to someone further up.`;
  if (heldBy.length === 0) return undefined;
  const held = names.format(heldBy.map(({ name }) => name));
  return `${where}, and the levels of delegation of ${held} end above it. Set them to ${depth} under Limits.`;
}

function agentProblems(document: OrgDocument): readonly OrgProblem[] {
  return document.agents
    .filter((agent) => agent.persona.trim() === "")
    .map((agent) => ({ level: "warning", message: `${agent.name} has no persona.`, agentId: agent.id }));
}
