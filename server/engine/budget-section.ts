import type { PromptSection } from "../contract/api.ts";
import { BUDGET_UNITS, budgetText } from "../contract/budget.ts";
import type { BudgetLimit } from "./budgets.ts";

/**
 * What an agent is told of budgets that count its work and are nearly spent: people were warned of the same. Says no amount that
 * moves, so that the prompt changes once a budget. None: nothing to tell.
 */
export function budgetSection(
  agentId: string,
  { budgets, warned }: { readonly budgets: readonly BudgetLimit[]; readonly warned: ReadonlySet<string> },
): readonly PromptSection[] {
  const lines = budgets
    .filter(({ agentIds }) => agentIds?.has(agentId) ?? true)
    .flatMap((limit) =>
      BUDGET_UNITS.flatMap((unit) => {
        const most = limit.budget[unit];
        if (most === undefined || !warned.has(`${limit.key}:${unit}`)) return [];
        return [`- ${budgetText(unit, most)} for ${whose(limit)}`];
      }),
    );
  if (lines.length === 0) return [];
  const text = [
    "Over 80 % of this is used. When it is spent, work that counts on it ends at once, finished or not:",
    ...lines,
    "Do what matters most, and answer soon.",
  ].join("\n");
  return [{ kind: "budget", title: "Budget", text }];
}

function whose({ scope, name }: BudgetLimit): string {
  if (scope === "run") return "the whole run";
  return scope === "agent" ? `everything that ${name} does in this run` : `work from ${name}`;
}
