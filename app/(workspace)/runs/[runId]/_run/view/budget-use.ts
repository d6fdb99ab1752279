import { BUDGET_UNITS, type BudgetUnit } from "@/server/contract/budget.ts";
import type { RunView } from "./run-view.ts";

export interface BudgetUse {
  readonly unit: BudgetUnit;
  readonly spent: number;
  readonly most: number;
}

type Spending = Pick<RunView, "budget" | "usage" | "toolCalls" | "clock">;

/** The unit of the run's budget that is nearest to its end; null for a run without a budget. */
export function tightestBudget(view: Spending, now: number): BudgetUse | null {
  let tightest: BudgetUse | null = null;
  for (const unit of BUDGET_UNITS) {
    const most = view.budget?.[unit];
    if (most === undefined) continue;
    const use = { unit, spent: spentOf(view, unit, now), most };
    if (tightest === null || use.spent / use.most > tightest.spent / tightest.most) tightest = use;
  }
  return tightest;
}

function spentOf({ usage, toolCalls, clock }: Spending, unit: BudgetUnit, now: number): number {
  switch (unit) {
    case "tokens":
      return usage.inputTokens + usage.outputTokens;
    case "cost":
      return usage.cost ?? 0;
    case "toolCalls":
      return toolCalls;
    case "seconds":
      return (clock.ms + (clock.since === null ? 0 : Math.max(0, now - clock.since))) / 1_000;
  }
}
