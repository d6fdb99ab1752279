import { expect, test } from "vitest";
import { askedDelay, retryDelay } from "./retry-delay.ts";

const pace = { firstDelayMs: 100, maxDelayMs: 10_000 };
const now = Date.parse("2026-01-01T00:00:00Z");

test.each([
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5_000],
  [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("reads %j as %s milliseconds", (headers, expected) => {
  expect(askedDelay(headers as Record<string, string>, now)).toBe(expected);
});

test("what a server asks for is capped", () => {
  expect(retryDelay(1, { "retry-after": "3600" }, pace)).toBe(10_000);
});

test("without a request the wait doubles, with at most a fifth on top, up to the cap", () => {
  for (const [attempt, base] of [
    [1, 100],
    [2, 200],
    [3, 400],
  ] as const) {
    const delay = retryDelay(attempt, {}, pace);
    expect(delay).toBeGreaterThanOrEqual(base);
    expect(delay).toBeLessThanOrEqual(base * 1.2);
  }
  expect(retryDelay(20, {}, pace)).toBe(10_000);
});
