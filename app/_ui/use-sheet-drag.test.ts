import { expect, test } from "vitest";
import { settleSheet } from "./use-sheet-drag.ts";

test("a sheet rests at the nearest of its three stops", () => {
  expect(settleSheet(30)).toBe(25);
  expect(settleSheet(60)).toBe(55);
  expect(settleSheet(80)).toBe(92);
});

test("a sheet that is pulled down to the edge closes", () => {
  expect(settleSheet(11)).toBeUndefined();
});
