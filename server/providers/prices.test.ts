import { expect, test } from "vitest";
import { priceFor } from "./prices.ts";

test.each([
  ["anthropic", "claude-sonnet-4-6", 1_000, 3],
  ["anthropic", "claude-sonnet-4-5-20250929", 1_000, 3],
  ["anthropic", "claude-opus-5-5", 1_000, 4],
  ["anthropic", "claude-opus-5", 1_000, 5],
  ["anthropic", "claude-haiku-5-5", 100_001, 0.5],
  ["openai", "gpt-5-2025-08-07", 1_000, 1.25],
  ["openai", "gpt-5-mini", 1_000, 0.25],
  ["google", "gemini-2.5-pro", 300_000, 2.5],
] as const)("%s %s with %i input tokens costs %f dollars a million", (...[kind, model, tokens, input]) => {
  expect(priceFor(kind, model, tokens)?.input).toBe(input);
});

test.each([
  ["openai", "gpt-5-pro"],
  ["openai", "gpt-5.4-pro"],
  ["anthropic", "claude-unheard-of"],
  ["openai-compatible", "gpt-5"],
])("the price of %s %s is not known rather than guessed", (kind, model) => {
  expect(priceFor(kind, model, 1_000)).toBeUndefined();
});
