import { expect, test } from "vitest";
import { NOTHING_SPENT } from "../contract/budget.ts";
import { orgDocumentSchema } from "../contract/org-document.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { budgetStates, budgetsOf, isNearlySpent, isSpent, spentText } from "./budgets.ts";

const org = drawOrg(["lead > a", "a > deep", "lead > b"], { a: { limits: { budget: { toolCalls: 10 } } } });
const withLine = orgDocumentSchema.parse({
  ...org,
  lines: org.lines.map((line) => (line.childId === "a" ? { ...line, budget: { cost: 2 } } : line)),
});

test("a line's budget counts the agent below it and everybody further down", () => {
  const limits = budgetsOf(withLine, { tokens: 100 });
  expect(limits.map(({ key, name, agentIds }) => [key, name, agentIds && [...agentIds]])).toEqual([
    ["run", "", null],
    ["agent:a", "a", ["a"]],
    ["line:a", "lead to a", ["a", "deep"]],
  ]);
});

test("what the drawing limits is looked up once, and each run has its own budget before it", () => {
  const [ofRun, ...ofDrawing] = budgetsOf(withLine, { tokens: 100 });
  const [ofNext, ...ofSame] = budgetsOf(withLine, { tokens: 200 });
  expect([ofRun?.budget, ofNext?.budget]).toEqual([{ tokens: 100 }, { tokens: 200 }]);
  expect(ofDrawing).toHaveLength(2);
  for (const limits of [ofSame, budgetsOf(withLine, null)]) {
    expect(limits.map((limit, index) => limit === ofDrawing[index])).toEqual([true, true]);
  }
});

test("a new version of a drawing has budgets of its own", () => {
  const [older] = budgetsOf(withLine, null);
  const changed = withLine.agents.map((agent) =>
    agent.id === "a" ? { ...agent, limits: { ...agent.limits, budget: { toolCalls: 20 } } } : agent,
  );
  const [newer] = budgetsOf({ ...withLine, agents: changed }, null);
  expect([older?.budget, newer?.budget]).toEqual([{ toolCalls: 10 }, { toolCalls: 20 }]);
});

test("drawings from before budgets, and empty budgets, limit nothing", () => {
  expect(budgetsOf(drawOrg(["lead > a"], { a: { limits: { budget: {} } } }), {})).toEqual([]);
});

test("as many tool calls as the budget says may be made, and every other unit ends when it is reached", () => {
  const [limit] = budgetsOf(org, { toolCalls: 3, tokens: 100 });
  if (!limit) throw new Error("There is no budget.");
  const at = (spent: object) => budgetStates(limit, { ...NOTHING_SPENT, ...spent }).filter(isSpent);
  expect(at({ toolCalls: 3, tokens: 99 })).toEqual([]);
  expect(at({ toolCalls: 4 }).map((state) => state.unit)).toEqual(["toolCalls"]);
  expect(at({ tokens: 100 }).map((state) => state.unit)).toEqual(["tokens"]);
});

test("people are warned from 80 % on", () => {
  const [limit] = budgetsOf(org, { cost: 1 });
  if (!limit) throw new Error("There is no budget.");
  const at = (cost: number) => budgetStates(limit, { ...NOTHING_SPENT, cost }).some(isNearlySpent);
  expect([at(0.79), at(0.8)]).toEqual([false, true]);
});

test.each([
  [{ cost: 2 }, "The run stopped at its budget of $2.00."],
  [{ tokens: 50_000 }, "The run stopped at its budget of 50,000 tokens."],
  [{ toolCalls: 1 }, "The run stopped at its budget of 1 tool call."],
  [{ seconds: 300 }, "The run stopped at its budget of 5 min."],
  [{ seconds: 90 }, "The run stopped at its budget of 90 s."],
])("what happened is a plain sentence: %j", (budget, sentence) => {
  const [limit] = budgetsOf(drawOrg(["lead"]), budget);
  const [state] = limit ? budgetStates(limit, NOTHING_SPENT) : [];
  expect(state && spentText(state)).toBe(sentence);
});
