import { BUDGET_UNITS, type Budget, budgetText } from "@/server/contract/budget.ts";
import type { Agent, AgentLimits, McpGrant, ReportingLine } from "@/server/contract/org-document.ts";
import type { ScopedPolicy } from "@/server/contract/tool-policy.ts";
import { isEqual } from "./merge-documents.ts";
import { plural } from "./plural.ts";
import { quoteDifference } from "./quote-difference.ts";

/** A part of what is drawn: its name, and what one version has there, in a few words that the other may sharpen. */
export interface VersionPart<Value> {
  readonly name: string;
  readonly say: (value: Value, other: Value) => string;
}

/** A part for every key, so that a new one of the document cannot be left out. */
export type VersionParts<Whole> = { readonly [Key in keyof Whole]-?: VersionPart<Whole[Key]> };

const list = (names: readonly string[] | undefined): string => (names?.length ? names.join(", ") : "none");
const count = (value: number | undefined): string => value?.toLocaleString("en") ?? "not limited";

/** What two versions of one agent can differ in; its limits are told one by one. */
export const AGENT_PARTS: VersionParts<Omit<Agent, "id" | "limits">> = {
  name: { name: "name", say: quoteDifference },
  role: { name: "role", say: quoteDifference },
  persona: { name: "persona", say: quoteDifference },
  icon: { name: "icon", say: (icon) => icon },
  position: { name: "place", say: ({ x, y }) => `${Math.round(x)}, ${Math.round(y)}` },
  model: { name: "model", say: ({ provider, model }) => `${provider}/${model}` },
  skills: { name: "skills", say: list },
  mcp: { name: "MCP servers", say: (grants, others) => list(grants.map((grant) => sayGrant(grant, others))) },
  disabledTools: { name: "switched-off tools", say: list },
  toolboxes: { name: "toolboxes", say: list },
  policy: { name: "tool rules", say: sayPolicy },
};

export const LIMIT_PARTS: VersionParts<AgentLimits> = {
  maxTurns: { name: "turns in one session", say: count },
  maxDepth: { name: "levels of delegation", say: count },
  maxDelegationsPerChild: { name: "delegations to the same agent", say: count },
  maxParallel: { name: "agents at work at once", say: count },
  maxQuestions: { name: "questions to you", say: count },
  callTimeoutSeconds: { name: "seconds for one tool call", say: count },
  budget: { name: "budget", say: sayBudget },
  maxConcurrentSessions: { name: "sessions at work at once", say: count },
};

/** What two versions of the line above an agent can differ in, beside whom it leads to. */
export const LINE_PARTS: VersionParts<Omit<ReportingLine, "id" | "parentId" | "childId">> = {
  budget: { name: "budget of its line", say: sayBudget },
  tools: { name: "tools its line passes on", say: (tools) => (tools ? list(tools) : "all") },
  maxConcurrentSessions: { name: "sessions at work at once below its line", say: count },
};

const RULE_WORDS: Readonly<Record<keyof ScopedPolicy, string>> = {
  allow: "allowed",
  deny: "denied",
  alsoAllow: "also allowed",
  byProvider: "by provider",
  rates: "how often",
};

/** The rules in which the two differ. */
function sayPolicy(policy: ScopedPolicy | undefined, other: ScopedPolicy | undefined): string {
  const keys = Object.keys(RULE_WORDS) as (keyof ScopedPolicy)[];
  const changed = keys.filter((key) => !isEqual(policy?.[key], other?.[key]));
  return list(changed.map((key) => `${RULE_WORDS[key]} ${sayRule(policy?.[key])}`));
}

function sayRule(rule: ScopedPolicy[keyof ScopedPolicy]): string {
  if (rule === undefined || Array.isArray(rule)) return list(rule);
  const providers = Object.entries(rule).map(([provider, { profile, allow }]) =>
    [provider, profile, allow && `(${list(allow)})`].filter((word) => word !== undefined).join(" "),
  );
  return list(providers);
}

function sayBudget(budget: Budget | undefined): string {
  const amounts = BUDGET_UNITS.flatMap((unit) => {
    const amount = budget?.[unit];
    return amount === undefined ? [] : [budgetText(unit, amount)];
  });
  return amounts.length === 0 ? "not limited" : amounts.join(", ");
}

/** The tools by name where as many are granted by the other version, but not the same. */
function sayGrant({ server, tools }: McpGrant, others: readonly McpGrant[]): string {
  if (!tools) return server;
  const other = others.find((grant) => grant.server === server)?.tools;
  const isTold = other?.length === tools.length && !isEqual(tools, other);
  return `${server} (${isTold ? list(tools) : plural(tools.length, "tool")})`;
}
