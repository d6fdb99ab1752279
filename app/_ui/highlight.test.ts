import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

test("a text in a known language keeps every character and gets several inks", async () => {
  const code = 'def total(rows):\n    return sum(rows)  # all of "them"';
  const lines = await highlight(code, "py");
  expect(lines?.map((line) => line.map(({ content }) => content).join("")).join("\n")).toBe(code);
  expect(new Set(lines?.flat().map(({ color }) => color)).size).toBeGreaterThan(2);
  for (const { color } of lines?.flat() ?? []) expect(color).toMatch(/^var\(--code-/);
});

test("an unknown language and a very long text stay as they are", async () => {
  expect(await highlight("x", "klingon")).toBeUndefined();
  expect(await highlight("x", "constructor")).toBeUndefined();
  expect(await highlight("x".repeat(20_001), "json")).toBeUndefined();
});
