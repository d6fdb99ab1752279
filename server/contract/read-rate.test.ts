import { expect, test } from "vitest";
import { ratesSchema } from "./rates.ts";
import { rateText, readRate } from "./read-rate.ts";

test.each([
  ["session 100/hour", { kind: "session", name: "session", calls: 100, seconds: 3_600 }],
  ["agent 1/day", { kind: "agent", name: "agent", calls: 1, seconds: 86_400 }],
  ["web_search 10/minute", { kind: "tool", name: "web_search", calls: 10, seconds: 60 }],
  ["group:mcp:github 5/30s", { kind: "tool", name: "group:mcp:github", calls: 5, seconds: 30 }],
  ["* 10000/second", { kind: "tool", name: "*", calls: 10_000, seconds: 1 }],
  ["provider anthropic 50/minute", { kind: "provider", name: "anthropic", calls: 50, seconds: 60 }],
  ["x 1/99999s", { kind: "tool", name: "x", calls: 1, seconds: 86_400 }],
])("%j is read", (line, rule) => {
  expect(readRate(line)).toEqual(rule);
  expect(ratesSchema.parse([line])).toEqual([line]);
});

test.each([
  "session",
  "session 0/hour",
  "session 10001/hour",
  "x 5/0s",
  "x 5/week",
  "a b 5/hour",
  "5/hour",
  "x 5 / hour",
  "",
])("%j is no limit", (line) => {
  expect(readRate(line)).toBeUndefined();
  expect(ratesSchema.safeParse([line]).success).toBe(false);
});

test("a limit is told in words", () => {
  expect(rateText({ calls: 1, seconds: 60 })).toBe("1 call a minute");
  expect(rateText({ calls: 3, seconds: 30 }, "request")).toBe("3 requests in 30 seconds");
});
