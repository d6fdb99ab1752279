import { expect, test } from "vitest";
import { saysTooLong } from "./too-long.ts";

test.each([
  '{"error":{"message":"Too much","code":"context_length_exceeded"}}',
  "prompt is too long: 210532 tokens > 200000 maximum",
  "input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000",
  "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
  "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
  "the request exceeds the available context size. try increasing it",
  "Your input exceeds the context window of this model.",
])("%s", (said) => {
  expect(saysTooLong(400, said)).toBe(true);
  // Whoever may be asked no more tokens now is to wait, not to shorten.
  expect(saysTooLong(429, said)).toBe(false);
});

test.each([
  "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
  "messages: text content blocks must be non-empty",
  "The tool name is too long",
])("not: %s", (said) => expect(saysTooLong(400, said)).toBe(false));
