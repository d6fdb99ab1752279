import { expect, test } from "vitest";
import { plainUsage } from "./plain-usage.ts";

const counts = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };

test("the counts that all servers send are read, what was cached among them", () => {
  const usage = { ...counts, prompt_tokens_details: { cached_tokens: 4 }, completion_tokens_details: null };
  expect(plainUsage(usage)).toEqual({
    inputTokens: { total: 9, noCache: 5, cacheRead: 4, cacheWrite: undefined },
    outputTokens: { total: 3, text: 3, reasoning: 0 },
  });
});

test.each([
  ["none", undefined],
  ["a list", [1]],
  ["a count that is a text", { ...counts, total_tokens: "12" }],
  ["details that are a text", { ...counts, prompt_tokens_details: "4" }],
  ["a detail that is a text", { ...counts, completion_tokens_details: { reasoning_tokens: "4" } }],
  [
    "what was written to the cache, which costs more",
    { ...counts, prompt_tokens_details: { cache_write_tokens: 2 } },
  ],
])("%s is left to the package", (_name, usage) => {
  expect(plainUsage(usage)).toBeUndefined();
});
