import { ownValue } from "../contract/own-value.ts";
import type { VerdictStep } from "../contract/tool-verdict.ts";
import { matchingEntry, type RuledTool } from "./matches-list.ts";
import type { PolicyFacts } from "./policy-facts.ts";
import { LEAF_DENY, PROFILE_LISTS, SUB_AGENT_DENY } from "./tool-groups.ts";

interface Rule {
  readonly id: string;
  readonly title: string;
  /** What the rule does with the tools of its list: keep only these, take these away, give these back. */
  readonly effect: "keep" | "take" | "give";
  /** Undefined: there is no rule. */
  readonly list: readonly string[] | undefined;
  /** In place of the list's entries, where the list has a name of its own. */
  readonly label?: string;
}

/**
 * Takes a tool through every step of the policy, in order: seven allow steps, deny lists, what is allowed besides, the lists for
 * sub-agents and leaves, what the lines pass on, what the request allows. Pure; the last step that changed anything decides.
 */
export function judgeTool(tool: RuledTool, facts: PolicyFacts): readonly VerdictStep[] {
  let isIn = true;
  return rulesOf(facts).map((rule) => {
    const step = take(rule, tool, isIn);
    if (step.outcome === "removed") isIn = false;
    if (step.outcome === "returned") isIn = true;
    return step;
  });
}

function take({ id, title, effect, list, label }: Rule, tool: RuledTool, isIn: boolean): VerdictStep {
  const step = (outcome: VerdictStep["outcome"], reason: string): VerdictStep => ({
    id,
    title,
    outcome,
    reason,
  });
  if (list === undefined) return step("skipped", "No rule");
  const entry = matchingEntry(list, tool);
  const named = entry === undefined ? "It does not name the tool" : `${label ?? "The list"} has ${entry}`;
  if (effect === "give") {
    return entry !== undefined && !isIn ? step("returned", named) : step("passed", named);
  }
  const isTaken = effect === "keep" ? entry === undefined : entry !== undefined;
  if (!isTaken) return step("passed", named);
  if (!isIn) return step("passed", "It was removed before");
  return step("removed", entry === undefined ? `${label ?? "The list"} does not have it` : named);
}

/** An empty allow list restricts nothing; a list that names nothing that exists allows nothing. */
function allowing(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

function rulesOf(facts: PolicyFacts): readonly Rule[] {
  return [...allowRules(facts), ...denyRules(facts), ...placeRules(facts)];
}

function allowRules({ global, agent, org, provider }: PolicyFacts): readonly Rule[] {
  const forProvider = ownValue(global.byProvider, provider);
  const replaced = forProvider?.profile;
  const keep = (
    id: string,
    title: string,
    rule: Pick<Rule, "list"> & Partial<Pick<Rule, "label">>,
  ): Rule => ({ id, title, effect: "keep", ...rule });
  return [
    keep("global-profile", "1. Profile", profile(replaced === undefined ? global.profile : undefined)),
    keep("provider-profile", `2. Profile for ${provider}`, profile(replaced)),
    keep("global-allow", "3. Allowed everywhere", { list: allowing(global.allow) }),
    keep("provider-allow", `4. Allowed for ${provider}`, { list: allowing(forProvider?.allow) }),
    keep("agent-allow", "5. Allowed for this agent", { list: allowing(agent?.allow) }),
    keep("agent-provider-allow", `6. Allowed for this agent with ${provider}`, {
      list: allowing(ownValue(agent?.byProvider, provider)?.allow),
    }),
    keep("group-allow", "7. Allowed in this org", { list: allowing(org?.allow) }),
  ];
}

function denyRules({ global, agent, org }: PolicyFacts): readonly Rule[] {
  return [
    { id: "global-deny", title: "Denied everywhere", effect: "take", list: global.deny },
    { id: "group-deny", title: "Denied in this org", effect: "take", list: org?.deny },
    { id: "agent-deny", title: "Denied for this agent", effect: "take", list: agent?.deny },
    { id: "global-also-allow", title: "Also allowed everywhere", effect: "give", list: global.alsoAllow },
    { id: "agent-also-allow", title: "Also allowed for this agent", effect: "give", list: agent?.alsoAllow },
  ];
}

function placeRules({ global, isSubAgent, isLeaf, passedOn, request }: PolicyFacts): readonly Rule[] {
  return [
    {
      id: "sub-agent",
      title: "Not for agents that work for others",
      effect: "take",
      list: isSubAgent ? [...SUB_AGENT_DENY, ...global.subAgentDeny] : undefined,
    },
    {
      id: "leaf",
      title: "Not for agents that may delegate no further",
      effect: "take",
      list: isSubAgent && isLeaf ? [...LEAF_DENY, ...global.leafDeny] : undefined,
    },
    ...(passedOn.length === 0
      ? [{ id: "line", title: "Passed on by the line", effect: "keep", list: undefined } as const]
      : passedOn.map((list): Rule => ({ id: "line", title: "Passed on by the line", effect: "keep", list }))),
    { id: "request", title: "Allowed by the request", effect: "keep", list: request },
  ];
}

function profile(name: string | undefined): Pick<Rule, "list"> & Partial<Pick<Rule, "label">> {
  if (name === undefined) return { list: undefined };
  const list = ownValue(PROFILE_LISTS, name);
  return list === undefined
    ? { list: ["*"], label: `There is no profile ${name}; full` }
    : { list, label: `Profile ${name}` };
}
