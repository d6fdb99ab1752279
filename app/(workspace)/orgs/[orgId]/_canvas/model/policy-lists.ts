import type { ScopedPolicy } from "@/server/contract/tool-policy.ts";

/** The lists of rules that an agent, or an org for all its agents, has of its own. */
export const POLICY_LISTS = ["allow", "deny", "alsoAllow"] as const;
export type PolicyList = (typeof POLICY_LISTS)[number];

/** The rules with another list; undefined when nothing is left of them. */
export function withToolList(
  policy: ScopedPolicy | undefined,
  list: PolicyList | "rates",
  entries: readonly string[],
): ScopedPolicy | undefined {
  const { [list]: _before, ...others } = policy ?? {};
  const next = entries.length === 0 ? others : { ...others, [list]: [...entries] };
  return Object.keys(next).length === 0 ? undefined : next;
}

/** How many entries the lists have together, those for single providers too, and how many limits. */
export function countRules(policy: ScopedPolicy | undefined): number {
  const lists = [
    ...POLICY_LISTS.map((list) => policy?.[list]),
    ...Object.values(policy?.byProvider ?? {}).map((rule) => rule.allow),
  ];
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), policy?.rates?.length ?? 0);
}
