import { estimateTokenCount } from "tokenx";
import { AppError } from "../contract/app-error.ts";
import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import { agentSchema, type OrgDocument } from "../contract/org-document.ts";
import { directChildren, parentsOf } from "../contract/org-graph.ts";
import type { EffectiveTool, ListedTool } from "../contract/tool-array.ts";
import { okText } from "../contract/tool-result.ts";
import type { AgentScope, BoundTool, ToolSource } from "../engine/tool.ts";
import { assembleTools, toListedTool } from "../engine/tool-registry.ts";
import { ACTIVATE_SKILL, toActivationData } from "../skills/activation.ts";

/** A source of the array, and why an agent has its tools, in words for people. */
export interface ExplainedSource {
  readonly source: ToolSource;
  reasonFor(tool: BoundTool): string;
}

/** The array that an agent of this drawing gets in its first turn, exactly. */
export async function toolArray(
  sources: readonly ExplainedSource[],
  document: OrgDocument,
  agentId: string,
): Promise<readonly ListedTool[]> {
  const tools = await assembleTools(
    sources.map(({ source }) => source),
    toScope(document, agentId),
  );
  return [...tools.values()].map(toListedTool);
}

/** The same array for people: with reasons and costs, what is switched off, and what activating its skills would add. */
export async function effectiveTools(
  sources: readonly ExplainedSource[],
  document: OrgDocument,
  agentId: string,
): Promise<readonly EffectiveTool[]> {
  const scope = toScope(document, agentId);
  const atStart = new Set((await toolArray(sources, document, agentId)).map((tool) => tool.name));
  const disabled = new Set(scope.agent.disabledTools);
  const withSkills = { ...scope, messages: activationsOf(scope.agent.skills) };
  const lists = await Promise.all(sources.map(({ source }) => source.list(withSkills)));
  return lists.flatMap((list, index) => {
    const explained = sources[index];
    return list.map((tool): EffectiveTool => {
      const isLocked = explained?.source.isAlwaysIncluded ?? false;
      const isEnabled = isLocked || !disabled.has(tool.name);
      return {
        ...toListedTool(tool),
        reason: explained?.reasonFor(tool) ?? "",
        tokens: estimateTokenCount(
          JSON.stringify({ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }),
        ),
        isEnabled,
        isSentFromStart: atStart.has(tool.name),
        isLocked,
      };
    });
  });
}

/** Every tool that is always there, as an agent sees it who leads another and has every skill. */
export async function builtinTools(
  sources: readonly ExplainedSource[],
  skills: readonly string[],
): Promise<readonly ListedTool[]> {
  const agent = agentSchema.parse({
    id: "agent",
    name: "Agent",
    position: { x: 0, y: 0 },
    skills: skills.slice(0, 200),
  });
  const scope: AgentScope = {
    orgId: null,
    agent,
    children: [{ ...agent, id: "child", name: "Child" }],
    parent: null,
    depth: 0,
    attachments: [],
    messages: [],
  };
  const lists = await Promise.all(
    sources.filter(({ source }) => source.isAlwaysIncluded).map(({ source }) => source.list(scope)),
  );
  return lists.flat().map(toListedTool);
}

function toScope(document: OrgDocument, agentId: string): AgentScope {
  const agent = document.agents.find((candidate) => candidate.id === agentId);
  if (!agent) throw new AppError("not_found", "There is no such agent in this org.");
  const parentId = parentsOf(document.lines).get(agentId);
  return {
    orgId: null,
    agent,
    children: directChildren(document, agentId),
    parent: document.agents.find((candidate) => candidate.id === parentId) ?? null,
    depth: 0,
    attachments: [],
    messages: [],
  };
}

/** What a transcript holds after all of them were activated: shows what the array would become. */
function activationsOf(skills: readonly string[]): readonly Message[] {
  return skills.map((skill) => ({
    role: "tool",
    callId: skill as CallId,
    name: ACTIVATE_SKILL,
    result: okText("", toActivationData({ skill, revision: "" })),
  }));
}
