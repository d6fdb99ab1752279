import type { GlobalPolicy } from "../contract/tool-policy.ts";
import type { ToolVerdict, VerdictStep } from "../contract/tool-verdict.ts";
import type { Toolbox } from "../contract/toolbox.ts";
import type { AgentScope, BoundTool } from "../engine/tool.ts";
import type { AgentGate, GateAnswer, ToolGates } from "../engine/tool-gate.ts";
import { judgeTool } from "../policy/judge-tool.ts";
import { toRuledTool } from "../policy/matches-list.ts";
import type { PolicyFacts } from "../policy/policy-facts.ts";
import { grantOf } from "../toolboxes/grant-of.ts";

/** What the rules are made of at one moment; the same object while nothing changed. */
export interface RuleFacts {
  readonly toolboxes: readonly Toolbox[];
  readonly policy: GlobalPolicy;
}

/** Reads the rules; cheap, for it is asked at every call. */
export type ReadRules = () => Promise<RuleFacts>;

/** Takes a tool through every rule that holds for the agent: toolboxes, availability, policy. Pure. */
export function judge(tool: BoundTool, scope: AgentScope, facts: RuleFacts): ToolVerdict {
  const first = [toolboxStep(tool, scope, facts), availabilityStep(tool, scope)];
  const refusal = first.find((step) => step.outcome === "removed");
  const policy = judgeTool(toRuledTool(tool), toPolicyFacts(scope, facts.policy));
  if (refusal) return { isAllowed: false, decidedBy: refusal, steps: [...first, ...policy.map(unasked)] };
  const decidedBy = policy.findLast(({ outcome }) => outcome === "removed" || outcome === "returned");
  return {
    isAllowed: decidedBy?.outcome !== "removed",
    decidedBy: decidedBy ?? (first[0] as VerdictStep),
    steps: [...first, ...policy],
  };
}

/** What is not granted cannot be given back by the policy either. */
function unasked(step: VerdictStep): VerdictStep {
  return step.outcome === "skipped"
    ? step
    : { ...step, outcome: "skipped", reason: "The tool was not granted" };
}

function toPolicyFacts(scope: AgentScope, policy: GlobalPolicy): PolicyFacts {
  const { place, agent, depth } = scope;
  return {
    global: policy,
    agent: agent.policy,
    org: place?.org,
    provider: place?.provider ?? agent.model.provider,
    isSubAgent: depth > 0,
    isLeaf: depth >= agent.limits.maxDepth,
    passedOn: place?.passedOn ?? [],
    request: place?.request,
  };
}

function boxesOf({ agent }: AgentScope, { toolboxes }: RuleFacts): readonly Toolbox[] {
  return (agent.toolboxes ?? []).flatMap((id) => toolboxes.filter((toolbox) => toolbox.id === id));
}

function toolboxStep(tool: BoundTool, scope: AgentScope, facts: RuleFacts): VerdictStep {
  const grant = grantOf({ name: tool.name, grant: tool.grant ?? "drawing" }, boxesOf(scope, facts));
  return {
    id: "toolbox",
    title: "Granted",
    outcome: grant.isGranted ? "passed" : "removed",
    reason: grant.reason,
  };
}

function availabilityStep({ availability }: BoundTool, { depth }: AgentScope): VerdictStep {
  const step = { id: "availability", title: "Available here" };
  const place = depth > 0 ? "sub" : "main";
  if (availability === undefined) return { ...step, outcome: "passed", reason: "For every agent" };
  if (availability.includes(place)) return { ...step, outcome: "passed", reason: AVAILABLE[place] };
  return { ...step, outcome: "removed", reason: UNAVAILABLE[place] };
}

const AVAILABLE = { main: "For the lead of a run", sub: "For agents that work for others" } as const;
const UNAVAILABLE = {
  main: "Only agents that work for others have it",
  sub: "Only the lead of a run has it",
} as const;

/** In words for the model and for tooltips: what decided. */
export function decidedText({ decidedBy: { id, title, reason } }: ToolVerdict): string {
  if (id === "toolbox" || id === "availability") return reason;
  return `${title.replace(/^\d\. /, "")}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

interface KeptGate {
  readonly facts: RuleFacts;
  readonly gate: AgentGate;
}

/** The rules as the engine asks for them: one gate for an agent and place, made anew when the rules change. */
export function createToolGates(read: ReadRules): ToolGates {
  // Agents of a version of an org are the same objects in every session.
  const kept = new WeakMap<AgentScope["agent"], Map<string, KeptGate>>();
  // A session asks with the same scope at every call.
  const asked = new WeakMap<AgentScope, KeptGate>();
  const gateOf = (scope: AgentScope, facts: RuleFacts): KeptGate => {
    const gates = kept.get(scope.agent) ?? new Map<string, KeptGate>();
    kept.set(scope.agent, gates);
    const key = `${scope.depth} ${scope.place?.provider} ${JSON.stringify(scope.place?.request)}`;
    const known = gates.get(key);
    if (known?.facts === facts) return known;
    const made = { facts, gate: createGate(scope, facts) };
    gates.set(key, made);
    return made;
  };
  return {
    async gateFor(scope) {
      const facts = await read();
      const known = asked.get(scope);
      if (known?.facts === facts) return known.gate;
      const found = gateOf(scope, facts);
      asked.set(scope, found);
      return found.gate;
    },
  };
}

function createGate(scope: AgentScope, facts: RuleFacts): AgentGate {
  // Of the scope nothing is kept that grows: the gate outlives the session.
  const place: AgentScope = { ...scope, messages: [], attachments: [] };
  const answers = new Map<string, GateAnswer & { readonly names: readonly string[] }>();
  const names = new Set(boxesOf(scope, facts).flatMap(({ tools }) => tools));
  names.delete("*");
  return {
    names,
    judge(tool) {
      const key = `${tool.origin.kind} ${tool.origin.id} ${tool.name}`;
      const known = answers.get(key);
      if (known) return known;
      const verdict = judge(tool, place, facts);
      const { isAllowed } = verdict;
      const answer = { names: [tool.name, ...(tool.aliases ?? [])], isAllowed, reason: decidedText(verdict) };
      answers.set(key, answer);
      return answer;
    },
    whyMissing(name) {
      for (const answer of answers.values())
        if (answer.names.includes(name) && !answer.isAllowed) return answer.reason;
      return undefined;
    },
  };
}
