// One subject in one scenario, in a process of its own: `measure.ts <subject> <scenario> <port> <scale>`. Prints one line of JSON.

import { performance } from "node:perf_hooks";
import { openEngineSubject } from "./engine-subject.ts";
import { createModelSubject } from "./model-subject.ts";
import { cpuBetween, cpuOf, memoryOf, queuedOf, resetPeak } from "./process-figures.ts";
import { createRawSubject } from "./raw-subject.ts";
import { answerLength, pings, SCENARIOS, type Scenario } from "./scenarios.ts";
import type { Subject } from "./subject.ts";

/** What one process measured. Times in ms of processor time an operation, memory in MiB. */
export interface Figures {
  readonly subject: string;
  readonly scenario: string;
  readonly operations: number;
  readonly problem?: string;
  /** Worker and database. */
  readonly cpu: number;
  readonly workerCpu: number;
  readonly databaseCpu: number;
  readonly wall: number;
  /** Time in line for a processor, worker and database, a ms of processor time that they got. */
  readonly queued: number;
  readonly peakMemory: number;
  readonly grownMemory: number;
  readonly commits: number;
  readonly turns: number;
  readonly latencies: readonly number[];
}

type Runner = Awaited<ReturnType<Subject["build"]>>;

const [subjectName = "", scenarioName = "", port = "", scale = "1"] = process.argv.slice(2);
const modelServer = `http://127.0.0.1:${port}`;

function openSubject(name: string): Promise<Subject> {
  const baseUrl = `${modelServer}/v1`;
  if (name === "raw") return Promise.resolve(createRawSubject(baseUrl));
  if (name === "openhive") return openEngineSubject({ baseUrl });
  if (name === "openhive-messages") return openEngineSubject({ baseUrl, provider: "anthropic" });
  if (name === "model") return Promise.resolve(createModelSubject({ baseUrl, provider: "openai" }));
  if (name === "model-messages")
    return Promise.resolve(createModelSubject({ baseUrl, provider: "anthropic" }));
  throw new Error(`There is no subject "${name}".`);
}

async function runOnce(runner: Runner, scenario: Scenario): Promise<void> {
  let streamed = 0;
  const text = await runner.run("Go.", (part) => {
    streamed += part.length;
  });
  const expected = answerLength(scenario);
  if (text.length !== expected || streamed !== expected) {
    throw new Error(
      `The answer has ${text.length} characters, ${streamed} were delivered, ${expected} expected.`,
    );
  }
}

/** Processor time so far, by process. */
interface Look {
  readonly worker: number;
  readonly others: ReadonlyMap<number, number>;
}

function look(subject: Subject): Look {
  const { user, system } = process.cpuUsage();
  return { worker: (user + system) / 1e6, others: cpuOf(subject.pids()) };
}

async function runAll(runner: Runner, scenario: Scenario, operations: number): Promise<void> {
  if (scenario.isConcurrent)
    await Promise.all(Array.from({ length: operations }, () => runOnce(runner, scenario)));
  else for (let count = 0; count < operations; count += 1) await runOnce(runner, scenario);
}

/** Where only the last turns count, the clock runs from the first call of `fromTurn` to the end of each operation. */
async function runFromTurn(
  runner: Runner,
  subject: Subject,
  measured: Measured,
): Promise<readonly [number, number]> {
  let worker = 0;
  let database = 0;
  for (let count = 0; count < measured.operations; count += 1) {
    let start: Look | undefined;
    pings.listener = (turn) => {
      if (turn === measured.scenario.fromTurn) start ??= look(subject);
    };
    await runOnce(runner, measured.scenario);
    const end = look(subject);
    if (!start) throw new Error("The transcript never became long enough.");
    worker += end.worker - start.worker;
    database += cpuBetween(start.others, end.others);
  }
  return [worker, database];
}

interface Measured {
  readonly scenario: Scenario;
  readonly operations: number;
}

async function spentBy(
  runner: Runner,
  subject: Subject,
  measured: Measured,
): Promise<readonly [number, number]> {
  if (measured.scenario.fromTurn !== undefined) return runFromTurn(runner, subject, measured);
  const start = look(subject);
  await runAll(runner, measured.scenario, measured.operations);
  const end = look(subject);
  return [end.worker - start.worker, cpuBetween(start.others, end.others)];
}

async function ask(
  path: string,
): Promise<{ readonly requests: number; readonly errors: number; readonly firstError: string }> {
  return (await fetch(`${modelServer}${path}`)).json();
}

async function measure(subject: Subject, scenario: Scenario): Promise<Figures> {
  const operations = scenario.isConcurrent
    ? scenario.operations
    : Math.max(2, Math.round(scenario.operations * Number(scale)));
  const runner = await subject.build(scenario.agent(subject.childCall));
  const warming = scenario.warmUpAgent ? await subject.build(scenario.warmUpAgent()) : runner;
  for (let count = 0; count < scenario.warmUps; count += 1) await runOnce(warming, scenario);
  subject.latencies?.();
  globalThis.gc?.();
  await ask("/reset");
  const memory = memoryOf("self", "VmRSS");
  resetPeak();
  const commits = await subject.commits();
  const queued = queuedOf([process.pid, ...subject.pids()]);
  const wallStart = performance.now();
  const [worker, database] = await spentBy(runner, subject, { scenario, operations });
  const wall = (performance.now() - wallStart) / operations;
  const waited = Math.max(0, queuedOf([process.pid, ...subject.pids()]) - queued);
  const served = await ask("/stats");
  const expected = operations * scenario.requests;
  const problem =
    served.errors > 0
      ? served.firstError
      : served.requests === expected
        ? undefined
        : `${served.requests} model calls instead of ${expected}`;
  return {
    subject: subjectName,
    scenario: scenarioName,
    operations,
    ...(problem !== undefined && { problem }),
    cpu: ((worker + database) * 1_000) / operations,
    workerCpu: (worker * 1_000) / operations,
    databaseCpu: (database * 1_000) / operations,
    wall,
    // Of the same time as the processor's, unless only the last turns count.
    queued: waited / Math.max(worker + database, 0.001),
    peakMemory: memoryOf("self", "VmHWM"),
    grownMemory: memoryOf("self", "VmHWM") - memory,
    commits: ((await subject.commits()) - commits) / operations,
    turns: scenario.fromTurn === undefined ? scenario.requests : scenario.requests - scenario.fromTurn,
    latencies: subject.latencies?.() ?? [],
  };
}

const scenario = SCENARIOS[scenarioName];
if (!scenario) throw new Error(`There is no scenario "${scenarioName}".`);
const subject = await openSubject(subjectName);
try {
  console.log(JSON.stringify(await measure(subject, scenario)));
} finally {
  await subject.close();
}
process.exit(0);
