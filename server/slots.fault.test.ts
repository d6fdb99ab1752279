import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OrgDocument } from "./contract/org-document.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import type { ModelHandler } from "./testing/model-script.ts";
import { startModelServer } from "./testing/model-server.ts";
import { type Hive, makeDataFolder, openHive } from "./testing/open-hive.ts";
import { agentOf, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables, startWorkerProcess, WORKER_STOPPED } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** Milliseconds that the played model thinks: long enough for calls to overlap. */
const THINKING = 40;

/** Measures how many model calls go on at the same time: of everybody, and of each agent. */
function measure(handler: ModelHandler) {
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  const count = (name: string, change: number): void => {
    const value = (now.get(name) ?? 0) + change;
    now.set(name, value);
    most.set(name, Math.max(value, most.get(name) ?? 0));
  };
  return {
    most,
    handler: (async (request) => {
      const names = ["everybody", agentOf(request)];
      for (const name of names) count(name, 1);
      await delay(THINKING);
      for (const name of names) count(name, -1);
      return handler(request);
    }) satisfies ModelHandler,
  };
}

const threeTurns = [
  { calls: [{ name: "add_todo", input: { text: "First" } }] },
  { calls: [{ name: "add_todo", input: { text: "Second" } }] },
  { text: "Done." },
];

async function startRuns(pages: Hive, document: OrgDocument, number: number) {
  const org = await pages.addOrg(document);
  return Promise.all(Array.from({ length: number }, () => pages.run(org, "Get it done")));
}

async function countSlots(): Promise<number> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select ((select count(*) from slot) + (select count(*) from slot_waiter))::int as count",
  );
  await client.end();
  return rows[0]?.count ?? -1;
}

test("two workers that could do ten sessions each never do more together than the limit of the whole database", async () => {
  await using folder = await makeDataFolder();
  const measured = measure(playByTurn({ lead: threeTurns }));
  await using models = await startModelServer({ handler: measured.handler });
  const place = { url: database.url, dataDir: folder.path, models };
  const variables = { OPENHIVE_MAX_SESSIONS: "10", OPENHIVE_MAX_SESSIONS_GLOBAL: "3" };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  await using first = await startWorkerProcess({ ...place, variables });
  await using second = await startWorkerProcess({ ...place, variables });
  const began = performance.now();
  const runs = await startRuns(pages, drawPlayedOrg(["lead"]), 20);
  const ends = await Promise.all(runs.map((run) => run.finished()));
  const took = performance.now() - began;
  expect(ends.map((end) => end.status)).toEqual(ends.map(() => "completed"));
  expect(measured.most.get("everybody"), "reached and never exceeded").toBe(3);
  const queued = runs.flatMap((run) => run.events.filter((event) => event.type === "session.queued"));
  expect(queued.length).toBeGreaterThanOrEqual(14);
  expect(queued[0]).toMatchObject({ reason: "OpenHive works on 3 sessions at a time" });
  for (const run of runs) {
    expectWholeRun(run.events);
    await run[Symbol.asyncDispose]();
  }
  expect(await countSlots()).toBe(0);
  for (const worker of [first, second])
    expect(await worker.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
  process.stdout.write(
    `20 runs of 3 turns, 3 at a time, 2 workers: ${Math.round(took)} ms, ${Math.round((20 * 3 * THINKING) / 3)} ms of it thinking\n`,
  );
});

/** lead > a and b at once, a > c: a is to work alone, and below the line to a there are two at most. */
function drawLimitedOrg(): OrgDocument {
  const document = drawPlayedOrg(["lead > a", "lead > b", "a > c"]);
  return {
    ...document,
    agents: document.agents.map((agent) =>
      agent.name === "a" ? { ...agent, limits: { ...agent.limits, maxConcurrentSessions: 1 } } : agent,
    ),
    lines: document.lines.map((line) =>
      line.childId === "a" ? { ...line, maxConcurrentSessions: 2 } : line,
    ),
  };
}

test("limits of agents and lines hold while a worker is killed, and its slots are not lost", async () => {
  await using folder = await makeDataFolder();
  const delegate = (assignee: string) => ({
    name: "delegate_to",
    input: { assignee, task: `Work for ${assignee}` },
  });
  const measured = measure(
    playByTurn({
      lead: [{ calls: [delegate("a"), delegate("b")] }, { text: "All done." }],
      a: [{ calls: [delegate("c")] }, { text: "a is done." }],
      b: threeTurns,
      c: threeTurns,
    }),
  );
  await using models = await startModelServer({ handler: measured.handler });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  await using first = await startWorkerProcess(place);
  await using second = await startWorkerProcess(place);
  const runs = await startRuns(pages, drawLimitedOrg(), 10);
  await runs[0]?.waitFor("session.queued", (event) => event.agent === "a").catch(() => undefined);
  await Promise.any(runs.map((run) => run.waitFor("tool_result", (event) => event.agent === "c")));
  first.kill("SIGKILL");
  const [branched, stopped] = runs.slice(-2);
  if (!branched || !stopped) throw new Error("Too few runs.");
  const below = await branched.waitFor("session.started", (event) => event.agent === "a");
  await pages.services.cancelSession(branched.runId, below.sessionId ?? "");
  await pages.services.cancelRun(stopped.runId);
  const ends = await Promise.all(runs.map((run) => run.finished()));
  expect(ends.map((end) => end.status)).toEqual([...Array(9).fill("completed"), "cancelled"]);
  expect(measured.most.get("a")).toBe(1);
  expect(measured.most.get("c")).toBeLessThanOrEqual(2);
  expect(measured.most.get("b"), "what no limit is drawn for goes on beside").toBeGreaterThan(2);
  // What a person stopped leaves calls without a result.
  for (const run of runs.slice(0, -2)) expectWholeRun(run.events);
  for (const run of runs) await run[Symbol.asyncDispose]();
  expect(await countSlots()).toBe(0);
  expect(await second.stop(), "nobody waited in a circle").toMatchObject({ code: 0, stderr: WORKER_STOPPED });
});

test("whoever leaves makes room at once: a stopped run, a paused one that stands aside, one that waits for a person", async () => {
  await using folder = await makeDataFolder();
  let asked = 0;
  await using models = await startModelServer({
    handler: () => {
      asked += 1;
      return asked === 1 ? { hang: true, text: "Let me think" } : { text: "Here it is." };
    },
  });
  await using hive = await openHive({
    url: database.url,
    dataDir: folder.path,
    role: "all",
    variables: { ...modelVariables(models), OPENHIVE_PROVIDER_LIMITS: "openai-compatible=1" },
  });
  const org = await hive.addOrg(drawPlayedOrg(["lead"]));
  await using holder = await hive.run(org, "Hold");
  await expect.poll(() => asked).toBe(1);
  await using second = await hive.run(org, "Wait, then pause");
  expect(await second.waitFor("session.queued")).toMatchObject({
    reason: "the provider openai-compatible is given 1 session at a time",
    position: 1,
  });
  await using third = await hive.run(org, "Wait");
  expect(await third.waitFor("session.queued")).toMatchObject({ position: 2 });
  await using fourth = await hive.run(org, "Wait, then stop");
  expect(await fourth.waitFor("session.queued")).toMatchObject({ position: 3 });
  await hive.services.pauseRun(second.runId);
  await hive.services.cancelRun(fourth.runId);
  const freedAt = performance.now();
  await hive.services.cancelRun(holder.runId);
  await third.waitFor("turn.started");
  const took = performance.now() - freedAt;
  expect((await third.finished()).status).toBe("completed");
  expect(second.events.some((event) => event.type === "turn.started")).toBe(false);
  await hive.services.resumeRun(second.runId);
  expect((await second.finished()).status).toBe("completed");
  expect(await countSlots()).toBe(0);
  process.stdout.write(`the next in line goes on after ${Math.round(took)} ms\n`);
  expect(took).toBeLessThan(1_000);
});
