"use client";

import { Wallet } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { BUDGET_UNITS, type Budget, budgetText } from "@/server/contract/budget.ts";

const RunBudgetPopover = lazyPart(async () => (await import("./run-budget-popover.tsx")).RunBudgetPopover);

interface RunBudgetChipProps {
  readonly budget: Budget | undefined;
  readonly onChange: (budget: Budget | undefined) => void;
}

/** What the next run may spend; opens the fields, which are loaded when they are first wanted. */
export function RunBudgetChip({ budget, onChange }: RunBudgetChipProps) {
  const [isUsed, setIsUsed] = useState(false);
  const limits = BUDGET_UNITS.flatMap((unit) => {
    const most = budget?.[unit];
    return most === undefined ? [] : [budgetText(unit, most)];
  });
  const words = limits.length === 0 ? "No budget" : `Budget ${limits.join(", ")}`;
  if (!isUsed) return <Chip words={words} onClick={() => setIsUsed(true)} />;
  const trigger = <Chip words={words} />;
  return (
    <RunBudgetPopover
      fallback={trigger}
      onShown={setIsUsed}
      trigger={trigger}
      budget={budget}
      onChange={onChange}
    />
  );
}

interface ChipProps extends ComponentProps<"button"> {
  readonly words: string;
}

function Chip({ words, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="relative inline-flex h-6 max-w-64 items-center gap-1.5 rounded-1 border border-border-strong px-1.5 text-11 font-medium whitespace-nowrap text-text-2 before:absolute before:-inset-2.5 before:hidden hover:bg-surface-3 pointer-coarse:before:block"
      {...rest}
    >
      <Wallet className="size-3" />
      <span className="truncate">{words}</span>
    </button>
  );
}
