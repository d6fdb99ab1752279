import type { Agent, OrgDocument } from "@/server/contract/org-document.ts";
import { refuseLine } from "@/server/contract/org-graph.ts";
import { newId } from "./new-id.ts";

/** What of an agent can be edited; its id never changes. */
export type AgentPatch = Partial<Omit<Agent, "id">>;

/** The wanted name, or the wanted name with the first free number behind it. */
export function freeName(document: Pick<OrgDocument, "agents">, wanted: string): string {
  const taken = new Set(document.agents.map((agent) => agent.name.toLowerCase()));
  if (!taken.has(wanted.toLowerCase())) return wanted;
  const stem = wanted.replace(/ \d+$/, "");
  for (let number = 2; ; number += 1) {
    const name = `${stem} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** Adds an agent under a free name; below `parentId` when that is given and may lead it. */
export function addAgent(document: OrgDocument, agent: Agent, parentId?: string): OrgDocument {
  const added = {
    ...document,
    agents: [...document.agents, { ...agent, name: freeName(document, agent.name) }],
  };
  if (parentId === undefined || refuseLine(added, parentId, agent.id)) return added;
  return { ...added, lines: [...added.lines, { id: newId("line"), parentId, childId: agent.id }] };
}

/** Changes fields of one agent; the same document when nothing differs. */
export function updateAgent(document: OrgDocument, agentId: string, patch: AgentPatch): OrgDocument {
  let isChanged = false;
  const agents = document.agents.map((agent) => {
    if (agent.id !== agentId || !isDifferent(agent, patch)) return agent;
    isChanged = true;
    return { ...agent, ...patch };
  });
  return isChanged ? { ...document, agents } : document;
}

/** Renames an agent; a blank name changes nothing. */
export function renameAgent(document: OrgDocument, agentId: string, name: string): OrgDocument {
  const trimmed = name.trim().slice(0, 80);
  return trimmed === "" ? document : updateAgent(document, agentId, { name: trimmed });
}

function isDifferent(agent: Agent, patch: AgentPatch): boolean {
  return Object.entries(patch).some(([key, value]) => agent[key as keyof Agent] !== value);
}
