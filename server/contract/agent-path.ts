import type { OrgDocument } from "./org-document.ts";

/** An agent as people see it. */
export interface AgentFace {
  readonly name: string;
  readonly icon: string;
}

/** The agents through whom work reached one that stands so many levels below where its run began, itself last. */
export function agentPath(
  { agents, lines }: OrgDocument,
  agentId: string,
  depth: number,
): readonly AgentFace[] {
  const faces = new Map(agents.map(({ id, name, icon }) => [id, { name, icon }]));
  const parents = new Map(lines.map(({ childId, parentId }) => [childId, parentId]));
  const path: AgentFace[] = [];
  for (let id: string | undefined = agentId; id !== undefined && path.length <= depth; id = parents.get(id)) {
    const face = faces.get(id);
    if (!face) break;
    path.unshift(face);
  }
  return path;
}
