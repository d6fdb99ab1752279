import { expect, test } from "vitest";
import { NOTHING_SPENT, type Spent } from "../contract/budget.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import type { BudgetLimit } from "./budgets.ts";
import { checkBudgets } from "./check-budgets.ts";
import type { LiveSession } from "./live-session.ts";
import type { SessionStore } from "./ports.ts";

const ofRun = (budget: BudgetLimit["budget"]): BudgetLimit => ({
  key: "run",
  scope: "run",
  name: "",
  agentIds: null,
  budget,
});
const ofLine = (budget: BudgetLimit["budget"]): BudgetLimit => ({
  key: "line:a",
  scope: "line",
  name: "lead to a",
  agentIds: new Set(["a", "deep"]),
  budget,
});

/** A session below some budgets, and a store that notes what it is asked and told. */
function createWorld(
  budgets: readonly BudgetLimit[],
  spent: Partial<Spent>,
  agents: Record<string, object> = {},
) {
  const asked: unknown[] = [];
  const warnings: RunEventBody[] = [];
  const session = {
    claimed: { budgets, runId: "r" },
    news: { spent: { ...NOTHING_SPENT, ...spent } },
    warned: new Set<string>(),
  } as unknown as LiveSession;
  const store = {
    async spentByAgent(runId: unknown) {
      asked.push(runId);
      const all = Object.entries(agents).map(([id, used]) => [id, { ...NOTHING_SPENT, ...used }] as const);
      return new Map(all);
    },
    async warn(_claimed: unknown, _key: string, event: RunEventBody) {
      warnings.push(event);
    },
  } as unknown as SessionStore;
  return { asked, warnings, check: (agentId: string) => checkBudgets(session, store, agentId) };
}

test("a run's own budget is read off the last write, and asks the store nothing", async () => {
  const below = createWorld([ofRun({ tokens: 100 })], { tokens: 79 });
  expect(await below.check("a")).toBeUndefined();
  const over = createWorld([ofRun({ tokens: 100 })], { tokens: 100 });
  expect(await over.check("a")).toBe("The run stopped at its budget of 100 tokens.");
  expect([below.asked, over.asked, below.warnings]).toEqual([[], [], []]);
});

test.each([
  { unit: "tokens", budget: { tokens: 100 }, each: { tokens: 50 } },
  { unit: "dollars", budget: { cost: 1 }, each: { cost: 0.5 } },
  { unit: "seconds", budget: { seconds: 60 }, each: { seconds: 30 } },
  { unit: "tool calls", budget: { toolCalls: 9 }, each: { toolCalls: 5 } },
])("the $unit of everybody below a line count together, and nobody else's", async ({ budget, each }) => {
  const both = createWorld([ofLine(budget)], {}, { a: each, deep: each });
  expect(await both.check("deep")).toContain("Work from lead to a stopped");
  const one = createWorld([ofLine(budget)], {}, { a: each, b: each });
  expect(await one.check("a")).toBeUndefined();
  // Somebody elsewhere has no part in it, and costs no statement.
  expect(await both.check("b")).toBeUndefined();
  expect(both.asked).toEqual(["r"]);
});

test("people are warned of a budget once a session, each unit for itself", async () => {
  const { check, warnings } = createWorld([ofRun({ tokens: 100, cost: 1 })], { tokens: 80 });
  await check("a");
  await check("a");
  expect(warnings).toEqual([
    { type: "budget.warned", scope: "run", name: "", unit: "tokens", spent: 80, limit: 100 },
  ]);
});
