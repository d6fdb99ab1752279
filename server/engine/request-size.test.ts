import { expect, test } from "vitest";
import type { Message } from "../contract/message.ts";
import { tokensOf } from "./estimate-tokens.ts";
import type { CountedRequest } from "./ports.ts";
import { requestSize } from "./request-size.ts";

const sent: readonly Message[] = [{ role: "user", text: "x".repeat(400) }];
const since: Message = { role: "user", text: "x".repeat(40) };
const sizeOf = (counted: CountedRequest | undefined, fixedTokens = 50) => {
  const messages = [...sent, since];
  return requestSize({ viewTokens: tokensOf(messages), counted, messages: () => messages }, fixedTokens);
};

test("the last request as it was counted, and an estimate of what came since", () => {
  expect(sizeOf({ inputTokens: 700, messages: 1 })).toBe(710);
  expect(sizeOf({ inputTokens: 60, messages: 1 })).toBe(70);
});

test("a prompt that grew since counts as well", () => {
  expect(sizeOf({ inputTokens: 700, messages: 1, fixedTokens: 30 })).toBe(730);
});

test("where nothing was counted, or something else, all of it is estimated", () => {
  for (const inputTokens of [0, 20]) expect(sizeOf({ inputTokens, messages: 1 })).toBe(160);
  expect(sizeOf(undefined)).toBe(160);
});
