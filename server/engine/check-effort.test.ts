import { expect, test } from "vitest";
import { checkEffort, hasMoreValues, weightOf } from "./check-effort.ts";

const list = (length: number) => Array.from({ length }, (_, index) => index);

test("every value counts, however deep, and long texts for more than one", () => {
  expect(weightOf({})).toBe(1);
  expect(weightOf([[1, 2, [null]], true])).toBe(7);
  expect(weightOf("x".repeat(160))).toBe(11);
  expect(weightOf({ ["x".repeat(160)]: 1 })).toBe(12);
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(weightOf(deep)).toBe(100_001);
});

test("the longer a value and the more rules there are, the less is looked for", () => {
  expect(checkEffort({ query: "bees", limit: 3 }, 40)).toBe("all");
  expect(checkEffort({ list: list(1_000) }, 40)).toBe("first");
  expect(checkEffort({ list: list(1_000) }, 4_000)).toBe("first");
  expect(checkEffort({ list: list(10_000) }, 4_000)).toBe("none");
  expect(checkEffort({ text: "x".repeat(10_000_000) }, 40)).toBe("none");
});

test("nothing is counted further than it matters, and texts count only where they do", () => {
  expect(weightOf(list(1_000_000), { most: 10 })).toBeGreaterThan(10);
  expect(hasMoreValues({ text: "x".repeat(1_000_000) }, 2)).toBe(false);
  expect(hasMoreValues({ list: list(100) }, 102)).toBe(false);
  expect(hasMoreValues({ list: list(101) }, 102)).toBe(true);
  expect(hasMoreValues([[list(50)], [list(50)]], 104)).toBe(true);
});
