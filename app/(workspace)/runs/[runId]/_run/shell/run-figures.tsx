"use client";

import { formatClock } from "@/app/_ui/format-duration.ts";
import { formatMoney } from "@/app/_ui/format-money.ts";
import { formatTokens } from "@/app/_ui/format-tokens.ts";
import { useShownMoment } from "../store/run-clock.ts";
import { useRun } from "../store/run-context.tsx";
import { BudgetMeter } from "./budget-meter.tsx";

interface RunFiguresProps {
  /** Time and money only, for narrow bars. */
  readonly isShort?: boolean;
}

/** Elapsed, tokens, cost and the budget, in columns that keep still. */
export function RunFigures({ isShort = false }: RunFiguresProps) {
  const usage = useRun(({ shown }) => shown.usage);
  const begin = useRun(({ shown }) => shown.startedAt);
  const now = useShownMoment();
  const elapsed = formatClock(begin === null ? 0 : now - begin);
  const cost = formatMoney(usage.cost);
  if (isShort) {
    return (
      <>
        <span className="num text-12 whitespace-nowrap text-text-2">{elapsed}</span>{" "}
        <span className="num text-12 whitespace-nowrap text-text-2">{cost}</span>
      </>
    );
  }
  return (
    <dl className="num flex items-center gap-3 text-12 whitespace-nowrap [&_dd]:inline [&_dd]:font-medium [&_dt]:inline [&_dt]:text-text-3">
      <div>
        <dt>Elapsed </dt>
        <dd>{elapsed}</dd>
      </div>
      <div className="max-lg:hidden">
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
