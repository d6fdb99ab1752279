"use client";

import { formatClock } from "@/app/_ui/format-duration.ts";
import { formatMoney } from "@/app/_ui/format-money.ts";
import { formatTokens } from "@/app/_ui/format-tokens.ts";
import { useShownMoment } from "../store/run-clock.ts";
import { useRun } from "../store/run-context.tsx";
import { BudgetMeter } from "./budget-meter.tsx";

/** Elapsed, tokens, cost and the budget, in columns that keep still. */
export function RunFigures() {
  const usage = useRun(({ shown }) => shown.usage);
  const begin = useRun(({ shown }) => shown.startedAt);
  const now = useShownMoment();
  const elapsed = formatClock(begin === null ? 0 : now - begin);
  const cost = formatMoney(usage.cost);
  return (
    <dl className="num flex items-center gap-x-3 text-12 max-md:flex-wrap whitespace-nowrap [&_dd]:inline [&_dd]:font-medium [&_dt]:inline [&_dt]:text-text-3">
      <div>
        <dt className="max-lg:sr-only">Elapsed </dt>
        <dd>{elapsed}</dd>
      </div>
      <div>
        <dt>Tokens </dt>
        <dd>{formatTokens(usage.inputTokens + usage.outputTokens)}</dd>
      </div>
      <div>
        <dt className="sr-only">Cost </dt>
        <dd>{cost}</dd>
      </div>
      <BudgetMeter />
    </dl>
  );
}
