import { type OrgDocument, orgDocumentSchema } from "../contract/org-document.ts";

/** Rules of every kind, as they are written down for one agent. */
export interface Rules {
  readonly everybody?: object;
  readonly agent?: object;
  readonly org?: object;
  /** What the line above the agent passes on. */
  readonly line?: readonly string[];
  readonly request?: readonly string[];
  readonly limits?: object;
}

/** A rule and the step that has the last word about the tool then. */
export interface RuleCase {
  readonly step: string;
  /** Absent: the step removed it. */
  readonly outcome?: "passed" | "returned";
  /** Absent: `run_shell`. */
  readonly tool?: string;
  readonly rules: Rules;
}

/** For the agents of `drawOrg` and for those of `drawPlayedOrg`. */
const provider = (rule: object) => ({ byProvider: { scripted: rule, "openai-compatible": rule } });

/** Every step that decides about a tool, each by a rule that nothing else answers. */
export const RULE_CASES: readonly RuleCase[] = [
  { step: "toolbox", outcome: "passed", rules: {} },
  { step: "toolbox", tool: "web_fetch", rules: {} },
  { step: "availability", tool: "attach_file", rules: {} },
  { step: "global-profile", rules: { everybody: { profile: "messaging" } } },
  { step: "provider-profile", rules: { everybody: provider({ profile: "messaging" }) } },
  { step: "global-allow", rules: { everybody: { allow: ["group:fs"] } } },
  { step: "provider-allow", rules: { everybody: provider({ allow: ["group:fs"] }) } },
  { step: "agent-allow", rules: { agent: { allow: ["read_file"] } } },
  { step: "agent-provider-allow", rules: { agent: provider({ allow: ["read_file"] }) } },
  { step: "group-allow", rules: { org: { allow: ["group:web"] } } },
  { step: "global-deny", rules: { everybody: { deny: ["group:runtime"] } } },
  { step: "group-deny", rules: { org: { deny: ["run_shell"] } } },
  { step: "agent-deny", rules: { agent: { deny: ["*"] } } },
  {
    step: "global-also-allow",
    outcome: "returned",
    rules: { everybody: { profile: "minimal", alsoAllow: ["run_shell"] } },
  },
  {
    step: "agent-also-allow",
    outcome: "returned",
    rules: { everybody: { deny: ["run_shell"] }, agent: { alsoAllow: ["group:runtime"] } },
  },
  { step: "sub-agent", rules: { everybody: { subAgentDeny: ["run_shell"], alsoAllow: ["run_shell"] } } },
  { step: "leaf", rules: { everybody: { leafDeny: ["run_shell"] }, limits: { maxDepth: 1 } } },
  { step: "line", rules: { line: ["read_file"], agent: { alsoAllow: ["run_shell"] } } },
  { step: "request", rules: { request: ["read_file"], agent: { alsoAllow: ["run_shell"] } } },
  { step: "exists", tool: "recall", rules: {} },
  { step: "exists", tool: "no_such_tool", rules: {} },
];

/** The drawing with the rules for one of its agents. */
export function drawUnderRules(
  drawn: OrgDocument,
  agentId: string,
  { agent, org, line, limits }: Rules,
): OrgDocument {
  const agents = drawn.agents.map((one) =>
    one.id === agentId
      ? { ...one, ...(agent ? { policy: agent } : {}), limits: { ...one.limits, ...limits } }
      : one,
  );
  const lines = drawn.lines.map((one) => ({ ...one, ...(line ? { tools: line } : {}) }));
  return orgDocumentSchema.parse({ ...drawn, agents, lines, ...(org ? { policy: org } : {}) });
}
