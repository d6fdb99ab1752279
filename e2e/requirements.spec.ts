import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { requirements } from "./requirements.ts";

const folder = import.meta.dirname;

/** Titles of the stories that run: one that is skipped keeps no promise. */
function titlesOf(spec: string): readonly string[] {
  const source = readFileSync(join(folder, spec), "utf8");
  return [...source.matchAll(/^\s*test\(\s*"([^"]+)"/gm)].map(([, title = ""]) => title);
}

test("every promise has a story that is run", () => {
  const missing = requirements.filter(({ spec, story }) => !titlesOf(spec).includes(story));
  expect(missing).toEqual([]);
});

test("every story keeps a promise", () => {
  const promised = requirements.map(({ spec, story }) => `${spec}: ${story}`);
  const stories = readdirSync(folder)
    .filter((file) => file.endsWith(".spec.ts") && file !== "requirements.spec.ts")
    .flatMap((spec) => titlesOf(spec).map((story) => `${spec}: ${story}`));
  expect(stories.filter((story) => !promised.includes(story))).toEqual([]);
  expect(new Set(promised).size).toBe(promised.length);
});
