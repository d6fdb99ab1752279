import { afterAll, beforeAll, expect, test } from "vitest";
import { openhive, openhiveRun } from "../testing/command-line.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let models: ModelServer;
let hive: Hive;
const place = () => ({ url: database.url, dataDir: folder.path, variables: modelVariables(models) });
const run = (...args: readonly string[]) => openhive(place(), args);

let answer: (text: string) => void = () => undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  models = await startModelServer({
    handler: playByTurn({
      lead: [
        () => {
          const { promise, resolve } = Promise.withResolvers<{ readonly text: string }>();
          answer = (text) => resolve({ text });
          return promise;
        },
        (request) => ({
          text: `Read: ${request.messages.at(-1)?.role === "user" ? "a message" : "nothing"}`,
        }),
      ],
      todo: [
        { calls: [{ name: "set_todos", input: { items: ["one"] } }] },
        { calls: [{ name: "set_todos", input: { items: ["two"] } }] },
        { text: "done" },
      ],
    }),
  });
  hive = await openHive({ ...place(), role: "all" });
  await hive.services.createOrg({ document: drawPlayedOrg(["lead"]), slug: "talk" });
  await hive.services.createOrg({ document: drawPlayedOrg(["todo"]), slug: "todos" });
});
afterAll(async () => {
  await hive.close();
  await models.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

test("a run is paused, written to, resumed and shown from the terminal while a server works on it", async () => {
  const org = await hive.services.getOrg("talk");
  await using watched = await hive.run(org, "Say something");
  await watched.waitFor("turn.started");
  expect(await run("runs", "pause", watched.runId)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Paused."),
  });
  answer("First.");
  await watched.waitFor("turn.finished");
  expect(await run("runs", "steer", watched.runId, "lead", "One more thing")).toMatchObject({
    code: 0,
    stderr: "lead reads it at the next turn.\n",
  });
  const shown = await run("runs", "show", watched.runId, "--json");
  expect(JSON.parse(shown.stdout)).toMatchObject({ status: "paused", sessions: [{ agentName: "lead" }] });
  expect(await run("runs", "resume", watched.runId)).toMatchObject({ code: 0 });
  expect(await watched.finished()).toMatchObject({ status: "completed", answer: "Read: a message" });
  expect(await run("runs", "steer", watched.runId, "lead", "Too late")).toMatchObject({
    code: 1,
    stderr: "lead is done already.\n",
  });
  expect(await run("runs", "stop", watched.runId)).toMatchObject({
    code: 1,
    stderr: "The run is over already.\n",
  });
  expect((await run("runs", "show", watched.runId)).stdout).toMatch(/\n\nRead: a message\n$/);
});

test("a run stops at the budget that the command line gives it, and the exit code says so", async () => {
  const ended = await openhiveRun(place(), [
    "--org",
    "todos",
    "--task",
    "Make a list",
    "--budget-tool-calls",
    "1",
  ]);
  expect(ended.code).toBe(1);
  expect(ended.end).toMatchObject({
    status: "failed",
    error: "The run stopped at its budget of 1 tool call.",
  });
  expect(ended.events.filter((event) => event.type === "budget.warned")).toHaveLength(1);
});
