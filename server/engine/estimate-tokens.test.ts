import { estimateTokenCount } from "tokenx";
import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import { okText } from "../contract/tool-result.ts";
import { estimateTokens, messageTokens } from "./estimate-tokens.ts";

test.each([
  ["English", "The harbour master counted every boat that came in before noon, and wrote it down. "],
  ["German", "Der Hafenmeister zählte jedes Boot, das vor Mittag einlief, und schrieb es auf. "],
  ["Russian", "Начальник порта пересчитал все лодки до полудня и записал их в журнал. "],
  ["Chinese", "港口管理员在中午之前清点了所有进港的船只，并把它们记录在册。"],
  ["Japanese", "港の管理人は正午までに入港したすべての船を数え、記録しました。"],
  ["Korean", "항만 관리자는 정오 전에 들어온 모든 배를 세어 기록했습니다. "],
  ["figures in columns", "2026-11-03,10481,33.25,7\n2026-11-04,20557,9.75,12\n"],
  ["JSON", '{"id":481,"name":"Anna","open":true,"tags":["a","b"]}\n'],
  ["code", "for (const boat of boats) {\n  if (boat.isIn) count += 1;\n}\n"],
])("%s is estimated near to what tokenizers make of it", (_what, text) => {
  const many = text.repeat(100);
  const share = estimateTokens(many) / estimateTokenCount(many);
  expect(share).toBeGreaterThan(0.7);
  expect(share).toBeLessThan(2);
});

test("an emoji is no part of a token, and nothing is none", () => {
  expect(estimateTokens("🐝".repeat(10))).toBeGreaterThanOrEqual(10);
  expect(estimateTokens("")).toBe(0);
});

test("a message counts with its calls or its result", () => {
  const callId = "c" as CallId;
  const call: Message = {
    role: "assistant",
    text: "",
    calls: [{ callId, name: "look", input: { at: "x".repeat(400) } }],
  };
  expect(messageTokens(call)).toBeGreaterThan(100);
  expect(messageTokens(call)).toBe(messageTokens({ ...call }));
  const result: Message = { role: "tool", callId, name: "look", result: okText("船".repeat(100)) };
  expect(messageTokens(result)).toBe(108);
});
