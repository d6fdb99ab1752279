import type { Agent, McpGrant, OrgDocument } from "@/server/contract/org-document.ts";
import { updateAgent } from "./edit-agents.ts";

/** Something of the palette that can be granted to an agent. */
export interface Grantable {
  readonly kind: "skill" | "mcp" | "toolbox";
  /** Of a toolbox its id. */
  readonly name: string;
}

/** Whether an agent holds it already. */
export function isGranted(agent: Agent, { kind, name }: Grantable): boolean {
  if (kind === "toolbox") return agent.toolboxes?.includes(name) ?? false;
  return kind === "skill" ? agent.skills.includes(name) : agent.mcp.some((grant) => grant.server === name);
}

/** Grants a skill, a toolbox, or every tool of an MCP server; the same document when it is granted already. */
export function grant(document: OrgDocument, agentId: string, item: Grantable): OrgDocument {
  const agent = document.agents.find((candidate) => candidate.id === agentId);
  if (!agent || isGranted(agent, item)) return document;
  if (item.kind === "skill") return updateAgent(document, agentId, { skills: [...agent.skills, item.name] });
  if (item.kind === "toolbox")
    return updateAgent(document, agentId, { toolboxes: [...(agent.toolboxes ?? []), item.name] });
  return updateAgent(document, agentId, { mcp: [...agent.mcp, { server: item.name }] });
}

/** Takes a skill, a toolbox or an MCP server away. */
export function revoke(document: OrgDocument, agentId: string, item: Grantable): OrgDocument {
  const agent = document.agents.find((candidate) => candidate.id === agentId);
  if (!agent || !isGranted(agent, item)) return document;
  if (item.kind === "skill") {
    return updateAgent(document, agentId, { skills: agent.skills.filter((name) => name !== item.name) });
  }
  if (item.kind === "toolbox") {
    const toolboxes = (agent.toolboxes ?? []).filter((id) => id !== item.name);
    return updateAgent(document, agentId, { toolboxes });
  }
  return updateAgent(document, agentId, { mcp: agent.mcp.filter((entry) => entry.server !== item.name) });
}

/** Lets every agent that holds a skill by its old name hold it by the new one. */
export function renameSkill(
  document: OrgDocument,
  { from, to }: { readonly from: string; readonly to: string },
): OrgDocument {
  const holders = document.agents.filter((agent) => agent.skills.includes(from));
  return holders.reduce((changed, { id, skills }) => {
    const names = skills.map((name) => (name === from ? to : name));
    return updateAgent(changed, id, { skills: [...new Set(names)] });
  }, document);
}

/** Gives an agent a toolbox or takes it away. */
export function chooseToolbox(
  document: OrgDocument,
  agentId: string,
  { id, isHeld }: { readonly id: string; readonly isHeld: boolean },
): OrgDocument {
  const agent = document.agents.find((candidate) => candidate.id === agentId);
  if (!agent) return document;
  const others = (agent.toolboxes ?? []).filter((held) => held !== id);
  return updateAgent(document, agentId, { toolboxes: isHeld ? [...others, id] : others });
}

/** One tool of a server that is to be granted or not. */
export interface McpToolChoice {
  readonly server: string;
  readonly tool: string;
  readonly isGranted: boolean;
  /** Every tool the server is known to have. */
  readonly allTools: readonly string[];
}

/**
 * Grants or withholds one tool of a server. A list that names every tool becomes the grant of the whole server, so that
 * tools the server gains later are granted too; one that names none takes the server away.
 */
export function chooseMcpTool(document: OrgDocument, agentId: string, choice: McpToolChoice): OrgDocument {
  const agent = document.agents.find((candidate) => candidate.id === agentId);
  if (!agent) return document;
  const current = agent.mcp.find((entry) => entry.server === choice.server);
  const held = new Set(current ? (current.tools ?? choice.allTools) : []);
  if (choice.isGranted) held.add(choice.tool);
  else held.delete(choice.tool);
  if (held.size === 0) return revoke(document, agentId, { kind: "mcp", name: choice.server });
  const isWhole = choice.allTools.every((tool) => held.has(tool));
  const next: McpGrant = isWhole ? { server: choice.server } : { server: choice.server, tools: [...held] };
  const mcp = current ? agent.mcp.map((entry) => (entry === current ? next : entry)) : [...agent.mcp, next];
  return updateAgent(document, agentId, { mcp });
}

/** Switches a tool off here although something grants it, or on again. */
export function switchTool(
  document: OrgDocument,
  agentId: string,
  change: { readonly name: string; readonly isOn: boolean },
): OrgDocument {
  const agent = document.agents.find((candidate) => candidate.id === agentId);
  if (!agent || agent.disabledTools.includes(change.name) !== change.isOn) return document;
  const disabledTools = change.isOn
    ? agent.disabledTools.filter((name) => name !== change.name)
    : [...agent.disabledTools, change.name];
  return updateAgent(document, agentId, { disabledTools });
}
