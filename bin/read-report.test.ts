import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./read-report.mjs";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const runnerOf = (name: string, file: string) => join(dirname(require.resolve(`${name}/package.json`)), file);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-report-"));
  await symlink(join(import.meta.dirname, "..", "node_modules"), join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);

/** Runs what fails on purpose; what it says is in its report. */
async function fail(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  // What the runner of this very test has set is not for another one.
  const { VITEST: _own, VITEST_WORKER_ID: _worker, NODE_OPTIONS: _options, ...rest } = process.env;
  await expect(
    run(process.execPath, [program, ...args], { cwd: folder, env: { ...rest, ...environment } }),
  ).rejects.toMatchObject({ code: 1 });
}

const BODIES = (library: string) => `import { expect, test } from ${JSON.stringify(library)};
test("holds", () => { expect(1).toBe(1); });
test("does not hold", () => { expect("what is there").toBe("what was expected"); });
test.describe("in a group", () => { test("neither", () => { throw new Error("why it broke"); }); });
`;

const FAILURES = [
  {
    test: expect.stringMatching(/figures\.\w+\.ts(:3)? > does not hold$/),
    error: expect.stringContaining("what was expected"),
  },
  {
    test: expect.stringMatching(/figures\.\w+\.ts(:4)? > in a group > neither$/),
    error: expect.stringContaining("why it broke"),
  },
];

test("of vitest's report what failed is told with its place and its reason, also a file that did not begin", async () => {
  await write("figures.test.ts", BODIES("vitest"));
  await write("broken.test.ts", 'throw new Error("no test was found");');
  await fail(runnerOf("vitest", "vitest.mjs"), [
    "run",
    `--root=${folder}`,
    "--reporter=json",
    `--outputFile.json=${join(folder, "vitest.json")}`,
  ]);
  const { passed, failures } = readVitestReport(join(folder, "vitest.json"));
  expect(passed).toBe(1);
  const inOrder = failures.toSorted((left, right) => right.test.localeCompare(left.test));
  expect(inOrder).toEqual(expect.arrayContaining(FAILURES));
  expect(failures).toContainEqual({
    test: expect.stringMatching(/broken\.test\.ts$/),
    error: expect.stringContaining("no test was found"),
  });
  expect(failures).toHaveLength(3);
});

test("of Playwright's report what failed is told with its place and its reason, also what failed outside of tests", async () => {
  await write("figures.spec.ts", BODIES("@playwright/test"));
  await write("broken.spec.ts", 'throw new Error("no test was found");');
  await write("playwright.config.ts", "export default { testMatch: '*.spec.ts' };");
  await fail(runnerOf("@playwright/test", "cli.js"), ["test", "--reporter=json", "figures"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, "browser.json"),
  });
  expect(readPlaywrightReport(join(folder, "browser.json"))).toEqual({ passed: 1, failures: FAILURES });
  await fail(runnerOf("@playwright/test", "cli.js"), ["test", "--reporter=json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, "broken.json"),
  });
  expect(readPlaywrightReport(join(folder, "broken.json")).failures).toContainEqual({
    test: "outside of any test",
    error: expect.stringContaining("no test was found"),
  });
});
