import { expect, test } from "vitest";
import { readRatesText, toRatesText } from "./rates-text.ts";

test("limits are lines, and come back as they were written", () => {
  const text =
    "session 100/hour\nagent 5/30s\nweb_search 10/minute\ngroup:mcp 3/day\nprovider anthropic 50/second";
  const read = readRatesText(text);
  expect(read).toEqual({
    rates: {
      session: { calls: 100, seconds: 3_600 },
      agent: { calls: 5, seconds: 30 },
      tools: { web_search: { calls: 10, seconds: 60 }, "group:mcp": { calls: 3, seconds: 86_400 } },
      providers: { anthropic: { calls: 50, seconds: 1 } },
    },
  });
  expect(toRatesText("rates" in read ? read.rates : undefined)).toBe(text);
});

test("blank lines and a few ways of writing are understood", () => {
  expect(readRatesText("\n  session 1 per hour \n\nexec 2 a minute\n")).toEqual({
    rates: { session: { calls: 1, seconds: 3_600 }, tools: { exec: { calls: 2, seconds: 60 } } },
  });
  expect(readRatesText("  \n")).toEqual({ rates: undefined });
});

test.each([
  "session",
  "session 0/hour",
  "session 10001/hour",
  "session 5/0s",
  "session 5/week",
  "a b 5/hour",
  "5/hour",
])("%j is told as a problem", (line) => {
  expect(readRatesText(line)).toMatchObject({ problem: expect.stringContaining(line) });
});
