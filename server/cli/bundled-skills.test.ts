import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../testing/skill-bench.ts";
import { testSkills } from "./commands/skills-test.ts";

const folder = join(PROJECT, "packages", "skills");

test.each(readdirSync(folder))("the bundled skill %s passes its examples and tests", async (name) => {
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line),
    tell: (line: string) => void lines.push(line),
  };
  const code = await testSkills({ skills: [join(folder, name)], json: true, timeout: 50 }, output);
  const { tests } = JSON.parse(lines.join(""));
  expect({ code, failed: tests.filter((one: { passed: boolean }) => !one.passed) }).toEqual({
    code: 0,
    failed: [],
  });
  expect(tests.some((one: { test: string }) => one.test.startsWith("examples/"))).toBe(true);
  expect(tests.some((one: { test: string }) => one.test === "tests")).toBe(true);
});
