import { type Agent, agentSchema, type OrgDocument, type ReportingLine } from "../contract/org-document.ts";

/**
 * What the canvas of a run draws, and nothing of how agents are set up: what is shown is named here one by one, so that whatever an
 * org or an agent gets later stays with those who may edit it.
 */
export function toSharedDocument({ name, agents, lines, direction }: OrgDocument): OrgDocument {
  return {
    name,
    description: "",
    task: "",
    agents: agents.map(toSharedAgent),
    lines: lines.map(toSharedLine),
    notes: [],
    groups: [],
    ...(direction && { direction }),
  };
}

function toSharedAgent({ id, name, role, icon, position }: Agent): Agent {
  return agentSchema.parse({ id, name, role, icon, position: { x: position.x, y: position.y } });
}

function toSharedLine({ id, parentId, childId }: ReportingLine): ReportingLine {
  return { id, parentId, childId };
}
