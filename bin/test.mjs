#!/usr/bin/env node
// `npm test`: installs what tests need, runs every check, and ends with one line `N passed, N failed`.
// `npm test -- --only unit,database` runs a part of them; `--full` lets fault tests and stories do what takes minutes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkNode } from "./checks.mjs";
import { findStoryBrowser } from "./find-browser.mjs";
import { findSandbox } from "./find-sandbox.mjs";
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./prepare.mjs";
import { readPlaywrightReport, readVitestReport } from "./read-report.mjs";
import { findNode, root, runProgram, toolEnvironment } from "./runtime.mjs";

const say = (line) => process.stdout.write(`${line}\n`);
const installed = (...path) => join(root, "node_modules", ...path);
const reports = mkdtempSync(join(tmpdir(), "openhive-report-"));

// What a developer has configured must not reach the tests, nor the tests what it points at.
const environment = toolEnvironment();
const PRIVATE = /^(OPENHIVE_|OPENAI_|ANTHROPIC_|GOOGLE_)|^(DATABASE_URL|HOST|PORT)$/;
for (const name of Object.keys(environment)) if (PRIVATE.test(name)) delete environment[name];

/** Each check by name, in the order they run: quick ones first. A check resolves to how many tests passed, and to those that failed. */
const STEPS = {
  types: async () =>
    single(
      () => node(installed("next", "dist", "bin", "next"), "typegen"),
      () => node(installed("typescript", "bin", "tsc"), "--noEmit"),
    ),
  lint: async () =>
    single(() => node(installed("@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings", ".")),
  fences: async () => single(() => node(join(root, "bin", "check-fences.mjs"))),
  drift: async () => single(() => node(join(root, "bin", "prisma.mjs"), ...DRIFT)),
  async unit() {
    findSandbox(say);
    return vitest("unit");
  },
  database: async () => vitest("database"),
  async faults() {
    await ensureBuilt(say);
    return vitest("faults*");
  },
  async browser() {
    await ensureBuilt(say);
    return playwright();
  },
};
const DRIFT = [
  "migrate",
  "diff",
  "--from-migrations",
  "prisma/migrations",
  "--to-schema",
  "prisma/schema.prisma",
  "--exit-code",
];

async function node(program, ...args) {
  return runProgram(findNode(), [program, ...args], { env: environment });
}

/** A check without tests of its own counts as one, failed at its first command that fails. */
async function single(...commands) {
  for (const command of commands) if ((await command()) !== 0) return { passed: 0, failures: [ABOVE] };
  return { passed: 1, failures: [] };
}

/** `projects` may end with a star, for all that begin like it. */
async function vitest(projects) {
  const report = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await node(installed("vitest", "vitest.mjs"), "run", "--project", projects, ...reporters);
  return withExitCode(code, readVitestReport(report));
}

async function playwright() {
  const report = join(reports, "browser.json");
  environment.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  environment.CHROMIUM = await findStoryBrowser(say);
  environment.OPENHIVE_E2E_DATA_DIR = mkdtempSync(join(tmpdir(), "openhive-e2e-"));
  try {
    const code = await node(installed("@playwright", "test", "cli.js"), "test", "--reporter=list,json");
    return withExitCode(code, readPlaywrightReport(report));
  } finally {
    rmSync(environment.OPENHIVE_E2E_DATA_DIR, { recursive: true, force: true });
  }
}

/** What has no test to name: its own output tells more. */
const ABOVE = { test: "the check itself", error: "See its output above." };

/** A runner that failed without a failed test, or that ran none, is a failure too. */
function withExitCode(code, { passed, failures }) {
  const isSilentFailure = failures.length === 0 && (code !== 0 || passed === 0);
  return { passed, failures: isSilentFailure ? [ABOVE] : failures };
}

async function runStep(name) {
  const start = performance.now();
  say(`\n== ${name}`);
  const { passed, failures } = await STEPS[name]().catch((error) => ({
    passed: 0,
    failures: [{ test: "the check itself", error: error.message }],
  }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`== ${name}: ${passed} passed, ${failures.length} failed in ${seconds} s`);
  return { passed, failures: failures.map((failure) => ({ ...failure, step: name })) };
}

function chooseSteps() {
  const { values } = parseArgs({ options: { only: { type: "string" }, full: { type: "boolean" } } });
  if (values.full) environment.FAULTS = "full";
  const chosen = values.only?.split(",") ?? Object.keys(STEPS);
  const unknown = chosen.find((name) => !Object.hasOwn(STEPS, name));
  if (unknown === undefined) return chosen;
  throw new Error(`There is no step ${unknown}: choose from ${Object.keys(STEPS).join(", ")}.`);
}

/** Once more at the end, where whoever sees only the last lines of a long output finds them. */
function tellFailures(failures) {
  for (const { step, test, error } of failures) {
    say(`\nfailed in ${step}: ${test}`);
    say(error.replaceAll(/^/gm, "  "));
  }
}

async function main() {
  const failures = [];
  let passed = 0;
  try {
    checkNode();
    const steps = chooseSteps();
    await ensureInstalled(say);
    await ensureGenerated(say);
    for (const name of steps) {
      const result = await runStep(name);
      passed += result.passed;
      failures.push(...result.failures);
    }
  } catch (error) {
    failures.push({ step: "the set-up", test: "before any check", error: error.message });
  }
  rmSync(reports, { recursive: true, force: true });
  tellFailures(failures);
  say(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

await main();
