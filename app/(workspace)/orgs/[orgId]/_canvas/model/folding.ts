import type { OrgDocument } from "@/server/contract/org-document.ts";
import { type AgentTree, createTree, subtreeOf } from "./agent-tree.ts";

/** What is not drawn, because an agent above it or the group around it is folded. */
export interface Folding {
  /** Agents and notes that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  /** The folded group that is drawn instead of a hidden agent. */
  readonly hosts: ReadonlyMap<string, string>;
  /** How many agents each folded agent hides below it. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Nothing is folded: the usual case, at no cost. */
export const nothingFolded: Folding = { hidden: new Set(), hosts: new Map(), counts: new Map() };

/** Works out what is hidden, given the ids of folded agents and groups; ids of things that are gone count for nothing. */
export function fold(document: OrgDocument, folded: ReadonlySet<string>): Folding {
  if (folded.size === 0) return nothingFolded;
  const tree = createTree(document);
  const foldedGroups = document.groups.filter((group) => folded.has(group.id));
  const inGroups = foldedGroups.flatMap(({ id, members }) => members.map((member) => [member, id] as const));
  const below = new Set<string>();
  const counts = new Map<string, number>();
  for (const id of folded) {
    if ((tree.children.get(id)?.length ?? 0) === 0) continue;
    const others = [...subtreeOf(tree, id)].filter((other) => other !== id);
    counts.set(id, others.length);
    for (const other of others) below.add(other);
  }
  const hidden = new Set([...inGroups.map(([member]) => member), ...below]);
  const hosts = new Map(inGroups.filter(([member]) => tree.agents.has(member) && !below.has(member)));
  return { hidden, hosts, counts };
}

/** The org as it is drawn: without what is hidden. The same document when nothing is. */
export function visiblePart(document: OrgDocument, { hidden }: Folding): OrgDocument {
  if (hidden.size === 0) return document;
  return {
    ...document,
    agents: document.agents.filter((agent) => !hidden.has(agent.id)),
    notes: document.notes.filter((note) => !hidden.has(note.id)),
    lines: document.lines.filter((line) => !hidden.has(line.parentId) && !hidden.has(line.childId)),
  };
}

/** What has to be unfolded so that an agent is drawn: the agents above it and the group around it. */
export function foldsOver(
  document: OrgDocument,
  folded: ReadonlySet<string>,
  agentId: string,
): readonly string[] {
  if (folded.size === 0) return [];
  const { parents } = createTree(document);
  const over = document.groups.filter((group) => group.members.includes(agentId)).map((group) => group.id);
  const seen = new Set<string>();
  for (let id = parents.get(agentId); id !== undefined && !seen.has(id); id = parents.get(id)) {
    seen.add(id);
    over.push(id);
  }
  return over.filter((id) => folded.has(id));
}

/**
 * Everything an act on these ids is about: a folded agent stands for those it hides, a group that is moved or copied for
 * what it holds.
 */
export function withFolded(
  document: OrgDocument,
  ids: ReadonlySet<string>,
  { counts }: Folding,
): ReadonlySet<string> {
  const foldedIds = [...ids].filter((id) => counts.has(id));
  if (foldedIds.length === 0) return ids;
  const tree: AgentTree = createTree(document);
  return new Set([...ids, ...foldedIds.flatMap((id) => [...subtreeOf(tree, id)])]);
}

/** The ids with what the groups among them hold. */
export function withMembers(document: OrgDocument, ids: ReadonlySet<string>): ReadonlySet<string> {
  const members = document.groups.filter((group) => ids.has(group.id)).flatMap((group) => group.members);
  return members.length === 0 ? ids : new Set([...ids, ...members]);
}
