import type { GlobalPolicy, GlobalPolicyInput, ToolProfile } from "@/server/contract/tool-policy.ts";
import { toRates } from "../../../_ui/to-rates.ts";

/** The rules as they are typed: lists with an entry a line. */
export interface RulesDraft {
  readonly profile: ToolProfile;
  readonly allow: string;
  readonly deny: string;
  readonly alsoAllow: string;
  readonly subAgentDeny: string;
  readonly leafDeny: string;
  readonly security: GlobalPolicy["approvals"]["security"];
  readonly ask: GlobalPolicy["approvals"]["ask"];
  readonly destructive: GlobalPolicy["approvals"]["destructive"];
  readonly allowlist: string;
  readonly tools: string;
  /** A limit a line. */
  readonly rates: string;
}

export function toDraft(policy: GlobalPolicy): RulesDraft {
  const { security, ask, destructive, allowlist, tools } = policy.approvals;
  const text = (list: readonly string[] | undefined): string => (list ?? []).join("\n");
  return {
    profile: policy.profile,
    allow: text(policy.allow),
    deny: text(policy.deny),
    alsoAllow: text(policy.alsoAllow),
    subAgentDeny: text(policy.subAgentDeny),
    leafDeny: text(policy.leafDeny),
    security,
    ask,
    destructive,
    allowlist: text(allowlist),
    tools: text(tools),
    rates: (policy.rates ?? []).join("\n"),
  };
}

/** What the form does not show stays as it was. */
export function toPolicy(policy: GlobalPolicy, draft: RulesDraft): GlobalPolicyInput {
  const { rates: _before, ...others } = policy;
  const rates = toRates(draft.rates);
  return {
    ...others,
    ...(rates.length === 0 ? {} : { rates }),
    profile: draft.profile,
    allow: names(draft.allow),
    deny: names(draft.deny),
    alsoAllow: names(draft.alsoAllow),
    subAgentDeny: names(draft.subAgentDeny),
    leafDeny: names(draft.leafDeny),
    approvals: {
      security: draft.security,
      ask: draft.ask,
      destructive: draft.destructive,
      allowlist: lines(draft.allowlist),
      tools: names(draft.tools),
    },
  };
}

function names(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== "");
}

/** A command has blanks in it. */
function lines(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
