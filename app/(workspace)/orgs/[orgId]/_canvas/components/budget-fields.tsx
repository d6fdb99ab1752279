"use client";

import { useState } from "react";
import { TextField } from "@/app/_ui/text-field.tsx";
import { type Budget, type BudgetUnit, isEmptyBudget } from "@/server/contract/budget.ts";
import { budgetSchema } from "@/server/contract/budget-schema.ts";

interface UnitField {
  readonly unit: BudgetUnit;
  readonly label: string;
  readonly trailing: string;
  readonly error: string;
}

const fields: readonly UnitField[] = [
  { unit: "cost", label: "Cost", trailing: "US dollars", error: "Has to be more than 0" },
  {
    unit: "tokens",
    label: "Tokens, in and out",
    trailing: "tokens",
    error: "Has to be a whole number from 1",
  },
  { unit: "toolCalls", label: "Tool calls", trailing: "calls", error: "Has to be a whole number from 1" },
  { unit: "seconds", label: "Time at work", trailing: "seconds", error: "Has to be more than 0" },
];

interface BudgetFieldsProps {
  /** What the fields are about, for screen readers: "Budget of this run". */
  readonly label: string;
  readonly budget: Budget | undefined;
  /** Called with what is valid; undefined when nothing is limited. */
  readonly onChange: (budget: Budget | undefined) => void;
}

/** What may be spent, a field a unit; an empty field does not limit. */
export function BudgetFields({ label, budget, onChange }: BudgetFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{label}</legend>
      {fields.map((field) => (
        <BudgetField key={field.unit} {...field} budget={budget} onChange={onChange} />
      ))}
    </fieldset>
  );
}

type BudgetFieldProps = UnitField & Pick<BudgetFieldsProps, "budget" | "onChange">;

function BudgetField({ unit, label, trailing, error, budget, onChange }: BudgetFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && toBudget(budget, unit, typed) === null;
  const change = (text: string) => {
    setTyped(text);
    const next = toBudget(budget, unit, text);
    if (next !== null) onChange(isEmptyBudget(next) ? undefined : next);
  };
  return (
    <TextField
      type="number"
      inputMode="decimal"
      min={0}
      step="any"
      label={label}
      placeholder="No limit"
      value={typed ?? budget?.[unit] ?? ""}
      error={isWrong ? error : undefined}
      trailing={<span className="text-12 text-text-3">{trailing}</span>}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** The budget with what was typed for one unit; null when that cannot be a limit. */
function toBudget(budget: Budget | undefined, unit: BudgetUnit, text: string): Budget | null {
  const { [unit]: _before, ...others } = budget ?? {};
  const parsed = budgetSchema.safeParse(text.trim() === "" ? others : { ...others, [unit]: Number(text) });
  return parsed.success ? parsed.data : null;
}
