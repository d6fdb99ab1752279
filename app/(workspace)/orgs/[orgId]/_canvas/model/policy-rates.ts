import type { ScopedRates } from "@/server/contract/rate-limits.ts";
import type { ScopedPolicy } from "@/server/contract/tool-policy.ts";

/** The rules with other limits; undefined when nothing is left of them. */
export function withRates(
  policy: ScopedPolicy | undefined,
  rates: ScopedRates | undefined,
): ScopedPolicy | undefined {
  const { rates: _before, ...others } = policy ?? {};
  const next = rates === undefined ? others : { ...others, rates };
  return Object.keys(next).length === 0 ? undefined : next;
}
