import type { Agent, OrgDocument } from "@/server/contract/org-document.ts";
import { parentsOf } from "@/server/contract/org-graph.ts";

/**
 * As much of an org as decides which tools an agent gets: the agent, those above it and those right below. Places and
 * texts that no tool depends on are left out, so that the question stays small and moving a card asks nothing anew.
 */
export function toolScope(document: OrgDocument, agentId: string): OrgDocument {
  const parents = parentsOf(document.lines);
  const kept = new Set<string>();
  for (let id: string | undefined = agentId; id !== undefined && !kept.has(id); id = parents.get(id))
    kept.add(id);
  for (const line of document.lines) if (line.parentId === agentId) kept.add(line.childId);
  return {
    name: document.name,
    description: "",
    task: "",
    agents: document.agents.filter((agent) => kept.has(agent.id)).map(withoutTexts),
    lines: document.lines.filter((line) => kept.has(line.parentId) && kept.has(line.childId)),
    notes: [],
    groups: [],
    ...(document.policy ? { policy: document.policy } : {}),
  };
}

function withoutTexts(agent: Agent): Agent {
  return { ...agent, persona: "", position: { x: 0, y: 0 } };
}
