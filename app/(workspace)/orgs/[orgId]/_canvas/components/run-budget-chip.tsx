"use client";

import { Wallet } from "lucide-react";
import { Popover } from "@/app/_ui/popover.tsx";
import { BUDGET_UNITS, type Budget, budgetText } from "@/server/contract/budget.ts";
import { BudgetFields } from "./budget-fields.tsx";

interface RunBudgetChipProps {
  readonly budget: Budget | undefined;
  readonly onChange: (budget: Budget | undefined) => void;
}

/** What the next run may spend; opens the fields. */
export function RunBudgetChip({ budget, onChange }: RunBudgetChipProps) {
  const limits = BUDGET_UNITS.flatMap((unit) => {
    const most = budget?.[unit];
    return most === undefined ? [] : [budgetText(unit, most)];
  });
  const words = limits.length === 0 ? "No budget" : `Budget ${limits.join(", ")}`;
  return (
    <Popover
      label="Budget of the next run"
      side="top"
      trigger={
        <button
          type="button"
          className="relative inline-flex h-6 max-w-64 items-center gap-1.5 rounded-1 border border-border-strong px-1.5 text-11 font-medium whitespace-nowrap text-text-2 before:absolute before:-inset-2 before:hidden hover:bg-surface-3 pointer-coarse:before:block"
        >
          <Wallet className="size-3" />
          <span className="truncate">{words}</span>
        </button>
      }
    >
      <div className="flex flex-col gap-3">
        <BudgetFields label="Budget of the next run" budget={budget} onChange={onChange} />
        <p className="text-12 text-text-3">
          The run warns at 80 % and stops when one of these is spent. Time does not count while it waits for
          you.
        </p>
      </div>
    </Popover>
  );
}
