import { expect, test } from "vitest";
import { lineWidth } from "./line-geometry.ts";

test.each([
  [0, 1.5],
  [1, 1.5],
  [3, 1.5],
  [4, 2.25],
  [9, 2.25],
  [10, 3],
  [24, 3],
  [25, 4],
  [2_000, 4],
])("a line over which %i calls went is %d wide", (calls, width) => {
  expect(lineWidth(calls)).toBe(width);
});
