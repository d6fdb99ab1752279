import type { ScopedPolicy, ToolProfile } from "@/server/contract/tool-policy.ts";

/** What holds while one provider's models are at work. */
export interface ProviderRule {
  readonly profile?: ToolProfile | undefined;
  readonly allow?: readonly string[] | undefined;
}

/** The rules with those of one provider changed; what is empty is not there at all, undefined when nothing is left. */
export function withProviderRule(
  policy: ScopedPolicy | undefined,
  provider: string,
  { profile, allow = [] }: ProviderRule,
): ScopedPolicy | undefined {
  const { byProvider: before = {}, ...others } = policy ?? {};
  const rule = {
    ...(profile === undefined ? {} : { profile }),
    ...(allow.length === 0 ? {} : { allow: [...allow] }),
  };
  const rest = Object.entries(before).filter(([id]) => id !== provider);
  const next = Object.keys(rule).length === 0 ? rest : [...rest, [provider, rule] as const];
  const byProvider = next.length === 0 ? {} : { byProvider: Object.fromEntries(next) };
  const policyAfter = { ...others, ...byProvider };
  return Object.keys(policyAfter).length === 0 ? undefined : policyAfter;
}
