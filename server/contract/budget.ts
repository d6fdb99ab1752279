import type { z } from "zod";
import type { budgetSchema } from "./budget-schema.ts";

export type Budget = z.output<typeof budgetSchema>;
export type BudgetUnit = keyof Budget;
export const BUDGET_UNITS = [
  "tokens",
  "cost",
  "toolCalls",
  "seconds",
] as const satisfies readonly BudgetUnit[];

/** What was used of each unit so far. */
export type Spent = Readonly<Record<BudgetUnit, number>>;
export const NOTHING_SPENT: Spent = { tokens: 0, cost: 0, toolCalls: 0, seconds: 0 };

export function isEmptyBudget(budget: Budget | null | undefined): boolean {
  return !budget || BUDGET_UNITS.every((unit) => budget[unit] === undefined);
}

/** An amount as people write it: `$2.00`, `50,000 tokens`, `10 tool calls`, `90 s`. */
export function budgetText(unit: BudgetUnit, amount: number): string {
  switch (unit) {
    case "tokens":
      return `${amount.toLocaleString("en-US")} ${amount === 1 ? "token" : "tokens"}`;
    case "cost":
      return `$${amount < 0.01 ? String(amount) : amount.toFixed(2)}`;
    case "toolCalls":
      return `${amount.toLocaleString("en-US")} tool ${amount === 1 ? "call" : "calls"}`;
    case "seconds":
      return amount >= 120 && amount % 60 === 0 ? `${amount / 60} min` : `${Number(amount.toFixed(1))} s`;
  }
}
