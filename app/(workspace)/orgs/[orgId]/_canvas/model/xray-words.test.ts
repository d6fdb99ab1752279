import { expect, test } from "vitest";
import type { OrgXray } from "@/server/contract/org-xray.ts";
import { costWords, countWords, dollarWords, worstCaseWords } from "./xray-words.ts";

const nothing: OrgXray = {
  problems: [],
  deepest: [],
  widest: 0,
  sessions: 0,
  modelCalls: 0,
  cost: { dollars: null, isBudgeted: false, unpriced: [], pricesAsOf: "2026-11-01" },
  agents: [],
};

const worst = (modelCalls: number, cost: Partial<OrgXray["cost"]>) =>
  worstCaseWords({ ...nothing, modelCalls, cost: { ...nothing.cost, ...cost } });

test("the most a run could do is one line, with its unit and its price", () => {
  expect(worst(64, { dollars: 1.8 })).toBe("At worst 64 calls, $1.80");
  expect(worst(1, { dollars: 0.004 })).toBe("At worst 1 call, under $0.01");
  expect(worst(1_340, { dollars: 2_310.4 })).toBe("At worst 1,340 calls, $2,310");
  expect(worst(Number.MAX_SAFE_INTEGER, { dollars: 1e18 })).toBe("At worst over 10¹⁵ calls, over $10¹⁵");
});

test("a price that is not known, or only in part, is never told as the whole", () => {
  expect(worst(64, { dollars: null, unpriced: ["local/own"] })).toBe("At worst 64 calls, price unknown");
  expect(worst(64, { dollars: 1.8, unpriced: ["local/own"] })).toBe("At worst 64 calls, $1.80 and more");
  expect(worst(64, { dollars: 0, unpriced: ["local/own"] })).toBe("At worst 64 calls, $0 and more");
  expect(worst(64, { dollars: 0 })).toBe("At worst 64 calls, no cost");
});

test("an org in which nobody can be called has no worst case", () => {
  expect(worstCaseWords(nothing)).toBeUndefined();
});

test("what the cost leaves out is named", () => {
  const cost = { ...nothing.cost, dollars: 2, isBudgeted: true, unpriced: ["local/own"] };
  expect(costWords({ ...nothing, cost })).toContain(
    "A budget holds it down. Comes on top, as the price is not known: local/own.",
  );
  expect(costWords(nothing)).not.toContain("budget");
  expect(costWords(nothing)).toContain("Summing up a long conversation before a turn is a call too.");
});

test("figures keep their cents below a hundred dollars", () => {
  expect([0, 0.5, 99.994, 100, null].map(dollarWords)).toEqual(["$0", "$0.50", "$99.99", "$100", "Unknown"]);
  expect(countWords(12_000)).toBe("12,000");
});
