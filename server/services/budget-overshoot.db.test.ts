import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelServerRequest } from "../testing/model-script.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { agentOf } from "../testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

/** Sessions at work at the same time, and what each model call costs. */
const SESSIONS = 8;
const TURN = 100;

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let models: ModelServer;
/** Two workers, each with room for a half of the sessions. */
let hives: readonly Hive[];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  models = await startModelServer({ handler: () => ({ text: "" }) });
  const variables = { ...modelVariables(models), OPENHIVE_MAX_SESSIONS: String(SESSIONS / 2) };
  const place = { url: database.url, dataDir: folder.path, role: "all", variables } as const;
  hives = [await openHive(place), await openHive(place)];
});
afterAll(async () => {
  for (const hive of hives) await hive.close();
  await models.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

/** The lead hands out as many tasks as there are places; each of them works on until something stops it. */
function playForever(callsOfTurn: number, meet?: () => Promise<void>) {
  models.use(async (request: ModelServerRequest) => {
    const usage = { input: TURN - 10, output: 10 };
    if (agentOf(request) === "lead") {
      const isOver = request.messages.some((message) => message.role === "tool");
      if (isOver) return { text: "Enough.", usage };
      const tasks = Array.from({ length: SESSIONS }, (_, index) => `Part ${index}`);
      return { calls: [{ name: "delegate_parallel", input: { assignee: "a", tasks } }], usage };
    }
    await meet?.();
    const calls = Array.from({ length: callsOfTurn }, (_, index) => ({
      name: "think",
      input: { thought: `Thought ${request.number}.${index}` },
    }));
    return { calls, usage };
  });
}

/** Lets nobody through until so many are there, once. */
function createMeeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    here += 1;
    if (here === size) resolve();
    return promise;
  };
}

const limits = { maxParallel: SESSIONS, maxTurns: 100, maxDelegationsPerChild: SESSIONS };

async function runWith(budget: { readonly tokens?: number; readonly toolCalls?: number }) {
  const [hive] = hives;
  if (!hive) throw new Error("There is no worker.");
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"], { lead: { limits }, a: { limits } }));
  await using run = await hive.run(org, "Work", { budget });
  const end = await run.finished();
  const { summary } = await hive.services.getRun(run.runId);
  return { end, events: run.events, spent: summary.spent };
}

test("tokens over a budget are at most one model call of each session at work", async () => {
  playForever(1);
  const { end, spent } = await runWith({ tokens: 3_000 });
  expect(end).toMatchObject({ status: "failed", error: "The run stopped at its budget of 3,000 tokens." });
  expect(spent.tokens).toBeGreaterThanOrEqual(3_000);
  expect(spent.tokens).toBeLessThan(3_000 + SESSIONS * TURN);
  process.stdout.write(`${SESSIONS} sessions on 2 workers: ${spent.tokens} of 3000 tokens\n`);
});

test("so are they where all sessions ask at the very moment at which the budget ends", async () => {
  playForever(1, createMeeting(SESSIONS));
  const { spent, events } = await runWith({ tokens: TURN + 1 });
  expect(spent.tokens).toBe((SESSIONS + 1) * TURN);
  const turns = events.filter((event) => event.type === "turn.started" && event.agent === "a");
  expect(turns, "nobody asks again").toHaveLength(SESSIONS);
});

test("of tool calls never more run than the budget says, however many sessions call at once", async () => {
  playForever(3);
  const { events } = await runWith({ toolCalls: 40 });
  const ran = events.filter(
    (event) => event.type === "tool_result" && event.name === "think" && event.result.status === "ok",
  );
  expect(ran.length).toBeLessThanOrEqual(39);
  const refused = events.filter((event) => event.type === "tool_result" && event.result.status === "error");
  expect(JSON.stringify(refused)).toContain("budget of 40 tool calls");
});
