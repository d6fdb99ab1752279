import type { Agent, OrgDocument, ReportingLine } from "@/server/contract/org-document.ts";
import { type LineRefusal, refuseLine } from "@/server/contract/org-graph.ts";
import { pruneGroups } from "./edit-groups.ts";

/** Which of two versions counts. */
export type Side = "mine" | "theirs";

/** One agent as one side has it: undefined where that side has no such agent. */
export interface AgentVersion {
  readonly agent: Agent | undefined;
  readonly parentId: string | undefined;
  readonly parentName: string | undefined;
  /** To whom it reports, with the line's own limits. */
  readonly line: ReportingLine | undefined;
}

/** An agent on which two versions of an org differ. */
export interface AgentDifference {
  readonly agentId: string;
  readonly name: string;
  readonly mine: AgentVersion;
  readonly theirs: AgentVersion;
  /** Who changed it since both began; `both` calls for a choice. */
  readonly changedBy: Side | "both";
}

/** A version both sides began with, and what became of it. */
export interface ThreeVersions {
  readonly base: OrgDocument;
  readonly mine: OrgDocument;
  readonly theirs: OrgDocument;
}

/** The agents on which mine and theirs differ, mine first and then those only they have. */
export function findDifferences({ base, mine, theirs }: ThreeVersions): readonly AgentDifference[] {
  const views = { base: view(base), mine: view(mine), theirs: view(theirs) };
  const ids = new Set([...mine.agents, ...theirs.agents].map((agent) => agent.id));
  return [...ids].flatMap((agentId) => {
    const [was, one, other] = [views.base(agentId), views.mine(agentId), views.theirs(agentId)];
    if (isSame(one, other)) return [];
    const changedBy = isSame(was, other) ? "mine" : isSame(was, one) ? "theirs" : "both";
    const name = one.agent?.name ?? other.agent?.name ?? agentId;
    return [{ agentId, name, mine: one, theirs: other, changedBy } as const];
  });
}

/** What is chosen before a person chooses: whoever changed an agent, and mine where both did. */
export function defaultChoices(differences: readonly AgentDifference[]): ReadonlyMap<string, Side> {
  return new Map(
    differences.map(({ agentId, changedBy }) => [agentId, changedBy === "theirs" ? "theirs" : "mine"]),
  );
}

/** A reporting line that a merge cannot take. */
export interface LeftLine {
  readonly childName: string;
  readonly parentName: string;
  readonly refusal: LineRefusal;
}

/** What a merge comes to. */
export interface Merge {
  readonly document: OrgDocument;
  /** Lines of chosen agents that would make a loop or lead nowhere. */
  readonly left: readonly LeftLine[];
}

/**
 * One document out of both: agents as chosen, each with its own reporting line; what else differs (task, notes, groups,
 * name) from whoever changed it, mine where both did.
 */
export function mergeDocuments(versions: ThreeVersions, choices: ReadonlyMap<string, Side>): Merge {
  const { mine, theirs } = versions;
  const views = { mine: view(mine), theirs: view(theirs) };
  const ids = new Set([...mine.agents, ...theirs.agents].map((agent) => agent.id));
  const chosen = [...ids].map((id) => views[choices.get(id) ?? "mine"](id));
  const agents = chosen.map(({ agent }) => agent).filter((agent) => agent !== undefined);
  let lines: OrgDocument["lines"] = [];
  const left: LeftLine[] = [];
  for (const { agent, line, parentName } of chosen) {
    if (!agent || !line) continue;
    const refusal = refuseLine({ agents, lines }, line.parentId, agent.id);
    if (refusal) left.push({ childName: agent.name, parentName: parentName ?? line.parentId, refusal });
    else lines = [...lines, line];
  }
  const pick = (key: Field) => ({ [key]: versions[sideOf(versions, key)][key] });
  const rest = Object.assign({}, mine, ...fieldsOf(versions).map(pick)) as OrgDocument;
  return { document: pruneGroups({ ...rest, agents, lines }), left };
}

type Field = keyof OrgDocument;

/** What differs beside the agents, by who changed it: of what both changed, a merge takes mine. */
export type RestOfMerge = Readonly<Record<AgentDifference["changedBy"], readonly Field[]>>;

export function restOfMerge(versions: ThreeVersions): RestOfMerge {
  const { base, mine, theirs } = versions;
  const rest: Record<AgentDifference["changedBy"], Field[]> = { mine: [], theirs: [], both: [] };
  for (const field of fieldsOf(versions)) {
    if (field === "agents" || field === "lines" || isEqual(mine[field], theirs[field])) continue;
    const isBoth = sideOf(versions, field) === "mine" && !isEqual(base[field], theirs[field]);
    rest[isBoth ? "both" : sideOf(versions, field)].push(field);
  }
  return rest;
}

function fieldsOf({ mine, theirs }: ThreeVersions): readonly Field[] {
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])] as Field[];
}

/** Whose field a merge takes: theirs where I changed nothing. */
function sideOf({ base, mine }: ThreeVersions, field: Field): Side {
  return isEqual(base[field], mine[field]) ? "theirs" : "mine";
}

function view(document: OrgDocument): (id: string) => AgentVersion {
  const agents = new Map(document.agents.map((agent) => [agent.id, agent]));
  const lines = new Map(document.lines.map((line) => [line.childId, line]));
  return (id) => {
    const line = agents.has(id) ? lines.get(id) : undefined;
    const parent = line && agents.get(line.parentId);
    return { agent: agents.get(id), parentId: line?.parentId, parentName: parent?.name, line };
  };
}

function isSame(one: AgentVersion, other: AgentVersion): boolean {
  return isEqual(withoutId(one.line), withoutId(other.line)) && isEqual(one.agent, other.agent);
}

/** Two lines that differ in their own id only say the same. */
function withoutId(line: ReportingLine | undefined): Partial<ReportingLine> | undefined {
  return line && { ...line, id: "" };
}

/** By content: the order of keys and absent fields do not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}

/** Whether two documents say the same, whatever the order of their fields. */
export function isSameDocument(one: OrgDocument, other: OrgDocument): boolean {
  return isEqual(one, other);
}
