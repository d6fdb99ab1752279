import type { OrgDocument } from "./org-document.ts";

/** An agent as people see it. */
export interface AgentFace {
  readonly name: string;
  readonly icon: string;
}

/** The agents through whom work reached one that stands so many levels below where its run began, itself last. */
export function agentPath(document: OrgDocument, agentId: string, depth: number): readonly AgentFace[] {
  const { faces, parents } = indexOf(document);
  const path: AgentFace[] = [];
  for (let id: string | undefined = agentId; id !== undefined && path.length <= depth; id = parents.get(id)) {
    const face = faces.get(id);
    if (!face) break;
    path.unshift(face);
  }
  return path;
}

interface PathIndex {
  readonly faces: ReadonlyMap<string, AgentFace>;
  /** Agents above by the one below. */
  readonly parents: ReadonlyMap<string, string>;
}

/** A drawing does not change once it is read, and is asked for many paths. */
const indexes = new WeakMap<OrgDocument, PathIndex>();

function indexOf(document: OrgDocument): PathIndex {
  const known = indexes.get(document) ?? {
    faces: new Map(document.agents.map(({ id, name, icon }) => [id, { name, icon }])),
    parents: new Map(document.lines.map(({ childId, parentId }) => [childId, parentId])),
  };
  indexes.set(document, known);
  return known;
}
