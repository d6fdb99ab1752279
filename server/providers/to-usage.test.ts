import { expect, test } from "vitest";
import { toUsage } from "./to-usage.ts";

const usage = (tokens: number) =>
  toUsage(
    {
      inputTokens: { total: tokens, noCache: tokens, cacheRead: tokens, cacheWrite: tokens },
      outputTokens: { total: tokens, text: tokens, reasoning: 0 },
    },
    { kind: "anthropic", model: "claude-sonnet-4-5" },
  );

test.each([-5, Number.NaN, Number.NEGATIVE_INFINITY])("%d tokens give nothing back to a budget", (tokens) => {
  expect(usage(tokens)).toMatchObject({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 });
  expect(usage(tokens).cost ?? 0).toBe(0);
});

test.each([1e12, 1e300, Number.POSITIVE_INFINITY])(
  "%d tokens are a number that can be kept and added to others",
  (tokens) => {
    for (const count of Object.values(usage(tokens))) {
      expect(Number.isFinite(count ?? 0)).toBe(true);
      expect(count ?? 0).toBeLessThanOrEqual(1e9);
    }
  },
);
