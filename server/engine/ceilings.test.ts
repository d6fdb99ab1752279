import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** The files that grow in every engine of this kind. Adding to one beyond its ceiling needs a decision, not a habit. */
test.each([
  ["turn-loop.ts", 80],
  ["dispatcher.ts", 60],
  ["tool-registry.ts", 60],
])("%s stays within %i lines", async (file, most) => {
  const text = await readFile(new URL(file, import.meta.url), "utf8");
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(most);
});

test("the engine never asks what kind of tool it has", async () => {
  for (const file of [
    "turn-loop.ts",
    "dispatcher.ts",
    "tool-registry.ts",
    "settle-calls.ts",
    "call-batch.ts",
    "advance-session.ts",
  ]) {
    const text = await readFile(new URL(file, import.meta.url), "utf8");
    expect(text, file).not.toMatch(/origin\.kind|"(builtin|skill|mcp|delegation)"/);
  }
});
