"use client";

import { type ReactNode, useState } from "react";
import { Popover } from "@/app/_ui/popover.tsx";
import type { Budget } from "@/server/contract/budget.ts";
import { BudgetFields } from "./budget-fields.tsx";

interface RunBudgetPopoverProps {
  readonly trigger: ReactNode;
  readonly budget: Budget | undefined;
  readonly onChange: (budget: Budget | undefined) => void;
}

/** The fields of the next run's budget; open from the start, because its button was pressed to get it. */
export function RunBudgetPopover({ trigger, budget, onChange }: RunBudgetPopoverProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Popover
      label="Budget of the next run"
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={trigger}
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
