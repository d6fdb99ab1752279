"use client";

import { Meter } from "@/app/_ui/meter.tsx";
import { budgetText } from "@/server/contract/budget.ts";
import { useShownMoment } from "../store/run-clock.ts";
import { useRun } from "../store/run-context.tsx";
import { tightestBudget } from "../view/budget-use.ts";

/** How much of the run's budget is used, by the unit that is nearest to its end. Nothing for a run without one. */
export function BudgetMeter() {
  const budget = useRun(({ shown }) => shown.budget);
  const usage = useRun(({ shown }) => shown.usage);
  const toolCalls = useRun(({ shown }) => shown.toolCalls);
  const clock = useRun(({ shown }) => shown.clock);
  const now = useShownMoment(budget !== null && clock.since !== null);
  const use = tightestBudget({ budget, usage, toolCalls, clock }, now);
  if (use === null) return null;
  const most = budgetText(use.unit, use.most);
  const spent = use.unit === "seconds" ? Math.floor(use.spent) : use.spent;
  return (
    <div className="flex items-center gap-2">
      <dt className="sr-only">Budget </dt>
      <dd className="!font-normal text-text-3">
        {use.unit === "cost" ? `of ${most}` : `${shortText(use.unit, spent)} of ${most}`}
      </dd>
      {/* The bar of a middling window has room for one of the two, and the words say more. */}
      <dd className="md:max-lg:hidden!">
        <Meter
          label="Budget used"
          valueText={`${budgetText(use.unit, spent)} of ${most}`}
          value={use.spent}
          max={use.most}
          className="w-18"
        />
      </dd>
    </div>
  );
}

/** The number alone where the unit stands behind the limit anyway. */
function shortText(unit: "tokens" | "toolCalls" | "seconds", spent: number): string {
  return unit === "seconds" ? budgetText(unit, spent) : spent.toLocaleString("en-US");
}
