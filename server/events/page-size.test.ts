import { expect, test } from "vitest";
import { FIRST_PAGE, pageOf } from "./page-size.ts";

test("a page is large where events are small, and holds a few megabytes at most", () => {
  expect(pageOf(20)).toBe(4_000);
  expect(pageOf(900)).toBeGreaterThan(1_500);
  expect(pageOf(900) * 900).toBeLessThanOrEqual(2_000_000);
});

test("a page is no smaller than the first, however large events are", () => {
  expect(pageOf(60_000)).toBe(FIRST_PAGE);
});

test("where nothing was weighed a page is as large as any", () => {
  expect(pageOf(0)).toBe(4_000);
});
