import { estimateTokenCount } from "tokenx";
import { AppError } from "../contract/app-error.ts";
import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import { agentSchema, type OrgDocument } from "../contract/org-document.ts";
import { directChildren, parentsOf } from "../contract/org-graph.ts";
import type { EffectiveTool, ListedTool } from "../contract/tool-array.ts";
import { okText } from "../contract/tool-result.ts";
import type { ToolVerdict } from "../contract/tool-verdict.ts";
import { toScopePlace } from "../engine/scope-place.ts";
import type { AgentScope, BoundTool, ToolSource } from "../engine/tool.ts";
import { assembleTools, toListedTool } from "../engine/tool-registry.ts";
import { ACTIVATE_SKILL, toActivationData } from "../skills/activation.ts";
import { createToolGates, decidedText, judge, type ReadRules } from "./tool-rules.ts";

/** A source of the array, and why an agent has its tools, in words for people. */
export interface ExplainedSource {
  readonly source: ToolSource;
  reasonFor(tool: BoundTool): string;
}

export interface ArrayDeps {
  readonly sources: readonly ExplainedSource[];
  readonly read: ReadRules;
}

/** The array that an agent of this drawing gets in its first turn, exactly. */
export async function toolArray(
  deps: ArrayDeps,
  document: OrgDocument,
  agentId: string,
): Promise<readonly ListedTool[]> {
  return toolArrayOf(deps, toScope(document, agentId));
}

async function toolArrayOf({ sources, read }: ArrayDeps, scope: AgentScope): Promise<readonly ListedTool[]> {
  const gate = await createToolGates(read).gateFor(scope);
  const tools = await assembleTools(
    sources.map(({ source }) => source),
    scope,
    gate,
  );
  return [...tools.values()].map(toListedTool);
}

/**
 * The same array for people: with reasons and costs, what is switched off or refused, and what activating its skills would add.
 * What no toolbox grants is left out: it would be most of the catalogue.
 */
export async function effectiveTools(
  deps: ArrayDeps,
  document: OrgDocument,
  agentId: string,
): Promise<readonly EffectiveTool[]> {
  return effectiveToolsOf(deps, toScope(document, agentId));
}

/** The same for an agent where it stands in a run. */
export async function effectiveToolsOf(
  deps: ArrayDeps,
  scope: AgentScope,
): Promise<readonly EffectiveTool[]> {
  const atStart = new Set((await toolArrayOf(deps, scope)).map((tool) => tool.name));
  const { offered } = await offeredTools(deps, scope);
  const disabled = new Set(scope.agent.disabledTools);
  return offered
    .filter(({ verdict }) => verdict.isAllowed || verdict.decidedBy.id !== "toolbox")
    .map(({ tool, verdict, explained }): EffectiveTool => {
      const isLocked = explained.source.isAlwaysIncluded ?? false;
      return {
        ...toListedTool(tool),
        reason: reasonOf(tool, verdict, explained),
        tokens: estimateTokenCount(
          JSON.stringify({ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }),
        ),
        isEnabled: verdict.isAllowed && (isLocked || !disabled.has(tool.name)),
        isSentFromStart: atStart.has(tool.name),
        isLocked,
        isRefused: !verdict.isAllowed,
        flags: tool.flags,
        steps: verdict.steps.filter((step) => step.outcome !== "skipped"),
      };
    });
}

export interface OfferedTool {
  readonly tool: BoundTool;
  readonly verdict: ToolVerdict;
  readonly explained: ExplainedSource;
}

/** Everything the sources have for the agent, its skills activated, with what the rules say about each. */
export async function offeredTools(
  { sources, read }: ArrayDeps,
  scope: AgentScope,
): Promise<{ readonly offered: readonly OfferedTool[]; readonly scope: AgentScope }> {
  const facts = await read();
  const { names } = await createToolGates(() => Promise.resolve(facts)).gateFor(scope);
  const withSkills = { ...scope, messages: activationsOf(scope.agent.skills), toolNames: names };
  const lists = await Promise.all(sources.map(({ source }) => source.list(withSkills)));
  const offered = lists.flatMap((list, index) => {
    const explained = sources[index];
    return explained ? list.map((tool) => ({ tool, verdict: judge(tool, scope, facts), explained })) : [];
  });
  return { offered, scope };
}

function reasonOf(tool: BoundTool, verdict: ToolVerdict, { reasonFor }: ExplainedSource): string {
  if (!verdict.isAllowed || verdict.decidedBy.outcome === "returned") return decidedText(verdict);
  const own = reasonFor(tool);
  return own === "" ? verdict.decidedBy.reason : own;
}

/** Every tool that is always there, as an agent sees it who leads another and has every skill. */
export async function everyTool(
  sources: readonly ExplainedSource[],
  skills: readonly string[] = [],
): Promise<readonly BoundTool[]> {
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
  return lists.flat();
}

/** What a run adds to where the drawing puts an agent. */
export interface RunPlace {
  /** Levels below the agent that it began at; absent: it began at the lead. */
  readonly depth?: number | undefined;
  readonly request?: readonly string[] | undefined;
  /** Of the model that it uses for every agent; absent: the agent's own. */
  readonly provider?: string | undefined;
}

/** An agent of the drawing as it begins a run, or as it stands in one. */
export function toScope(document: OrgDocument, agentId: string, run: RunPlace = {}): AgentScope {
  const agent = document.agents.find((candidate) => candidate.id === agentId);
  if (!agent) throw new AppError("not_found", "There is no such agent in this org.");
  const parentId = parentsOf(document.lines).get(agentId);
  const place = toScopePlace(document, agentId, {
    ...run,
    provider: run.provider ?? agent.model.provider,
  });
  const depth = place.chain.length - 1;
  return {
    orgId: null,
    agent,
    children: directChildren(document, agentId),
    parent: depth === 0 ? null : (document.agents.find((candidate) => candidate.id === parentId) ?? null),
    depth,
    attachments: [],
    messages: [],
    place,
  };
}

/** What a transcript holds after all of them were activated: shows what the array would become. */
export function activationsOf(skills: readonly string[]): readonly Message[] {
  return skills.map((skill) => ({
    role: "tool",
    callId: skill as CallId,
    name: ACTIVATE_SKILL,
    result: okText("", toActivationData({ skill, revision: "" })),
  }));
}
