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
  /** By the provider's id. */
  readonly byProvider: Readonly<Record<string, ProviderRuleDraft>>;
  readonly security: GlobalPolicy["approvals"]["security"];
  readonly ask: GlobalPolicy["approvals"]["ask"];
  readonly destructive: GlobalPolicy["approvals"]["destructive"];
  readonly allowlist: string;
  readonly tools: string;
  /** A limit a line. */
  readonly rates: string;
}

/** What holds while models of one provider are at work. */
export interface ProviderRuleDraft {
  /** Empty: the profile for all. */
  readonly profile: ToolProfile | "";
  readonly allow: string;
}

export const NO_PROVIDER_RULE: ProviderRuleDraft = { profile: "", allow: "" };

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
    byProvider: Object.fromEntries(
      Object.entries(policy.byProvider ?? {}).map(([id, rule]) => [
        id,
        { profile: rule.profile ?? "", allow: text(rule.allow) },
      ]),
    ),
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
  const { rates: _rates, byProvider: _byProvider, ...others } = policy;
  const rates = toRates(draft.rates);
  const byProvider = toProviderRules(draft.byProvider);
  return {
    ...others,
    ...(rates.length === 0 ? {} : { rates }),
    ...(Object.keys(byProvider).length === 0 ? {} : { byProvider }),
    profile: draft.profile,
    allow: toNames(draft.allow),
    deny: toNames(draft.deny),
    alsoAllow: toNames(draft.alsoAllow),
    subAgentDeny: toNames(draft.subAgentDeny),
    leafDeny: toNames(draft.leafDeny),
    approvals: {
      security: draft.security,
      ask: draft.ask,
      destructive: draft.destructive,
      allowlist: toLines(draft.allowlist),
      tools: toNames(draft.tools),
    },
  };
}

/** Providers without a rule are not there at all. */
function toProviderRules(drafts: RulesDraft["byProvider"]): NonNullable<GlobalPolicyInput["byProvider"]> {
  return Object.fromEntries(
    Object.entries(drafts).flatMap(([id, { profile, allow: typed }]) => {
      const allow = toNames(typed);
      const rule = { ...(profile === "" ? {} : { profile }), ...(allow.length === 0 ? {} : { allow }) };
      return Object.keys(rule).length === 0 ? [] : [[id, rule] as const];
    }),
  );
}

/** The names of a list as it is typed, parted by lines, blanks or commas. */
export function toNames(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== "");
}

/** The commands of a list as it is typed: one a line, for a command has blanks in it. */
export function toLines(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
