import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePort } from "./store/postgres/cluster-settings.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { startModelServer } from "./testing/model-server.ts";
import { hiveVariables, makeDataFolder, openHive } from "./testing/open-hive.ts";
import { startHiveProcess } from "./testing/open-hive-process.ts";
import { drawPlayedOrg, modelVariables, startWorkerProcess, WORKER_STOPPED } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const PORT = await findFreePort();

async function read(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`);
  return { status: response.status, text: await response.text() };
}

const ORG = drawPlayedOrg(["lead"]);

test("a worker that is terminated lets its model call finish, and another one goes on from the turn boundary", async () => {
  await using folder = await makeDataFolder();
  const thinking = Promise.withResolvers<void>();
  await using models = await startModelServer({
    async handler({ messages }) {
      const turn = messages.filter((message) => message.role === "assistant").length;
      if (turn === 0) await thinking.promise;
      return turn < 2
        ? { calls: [{ name: "add_todo", input: { text: `Step ${turn}` } }] }
        : { text: "Done." };
    },
  });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  const org = await pages.addOrg(ORG);
  const variables = { OPENHIVE_DRAIN_SECONDS: "30" };
  await using first = await startWorkerProcess({ ...place, variables: { ...variables, PORT: String(PORT) } });
  await using run = await pages.run(org, "Get it done");
  await expect.poll(() => models.requests.length).toBe(1);
  await using _second = await startWorkerProcess({ ...place, variables });
  first.kill("SIGTERM");
  await expect.poll(async () => (await read("/api/health")).status).toBe(503);
  // Who is about to stop takes nothing new.
  await using later = await pages.run(org, "Something else");
  thinking.resolve();
  const { code, stderr } = await first.ended;
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
  expect(stderr).toContain("Stopping: 1 agent may end the turn first, for at most 30 s.");
  expect((await run.finished()).status).toBe("completed");
  expect((await later.finished()).status).toBe("completed");
  expectWholeRun(run.events);
  expect(
    run.events.filter((event) => event.type === "turn.started").map((event) => event.turn),
    "no turn was begun twice",
  ).toEqual([1, 2, 3]);
  expect(run.events.filter((event) => event.type === "session.resumed")).toHaveLength(1);
});

test("a worker that cannot come to a turn boundary in time gives its session back and exits all the same", async () => {
  await using folder = await makeDataFolder();
  let asked = 0;
  await using models = await startModelServer({
    handler: () => {
      asked += 1;
      return asked === 1 ? { hang: true, text: "Let me think" } : { text: "Here it is." };
    },
  });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  const org = await pages.addOrg(ORG);
  await using first = await startWorkerProcess({ ...place, variables: { OPENHIVE_DRAIN_SECONDS: "1" } });
  await using run = await pages.run(org, "Get it done");
  await expect.poll(() => asked).toBe(1);
  await using _second = await startWorkerProcess(place);
  const toldAt = performance.now();
  first.kill("SIGTERM");
  expect(await first.ended).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
  const took = performance.now() - toldAt;
  expect(took).toBeGreaterThan(950);
  expect(took).toBeLessThan(8_000);
  expect((await run.finished()).answer).toBe("Here it is.");
  expectWholeRun(run.events);
  process.stdout.write(`gone ${Math.round(took)} ms after SIGTERM with 1 s to drain\n`);
});

test("a worker with a port tells its health and its figures there, and that it is about to stop", async () => {
  await using folder = await makeDataFolder();
  const thinking = Promise.withResolvers<void>();
  await using models = await startModelServer({
    async handler() {
      await thinking.promise;
      return { text: "Done." };
    },
  });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  const variables = { PORT: String(PORT), OPENHIVE_DRAIN_SECONDS: "30" };
  await using worker = await startWorkerProcess({ ...place, variables });
  expect(await read("/api/health")).toEqual({ status: 200, text: '{"status":"ready"}' });
  expect(await read("/api/health/live")).toEqual({ status: 200, text: '{"status":"live"}' });
  await using run = await pages.run(await pages.addOrg(ORG), "Get it done");
  await expect.poll(() => models.requests.length).toBe(1);
  const { text } = await read("/api/metrics");
  expect(text).toContain("openhive_sessions_running 1");
  expect(text).toContain("openhive_claims_total 1");
  worker.kill("SIGTERM");
  await expect.poll(async () => (await read("/api/health")).status).toBe(503);
  expect((await read("/api/health/live")).status).toBe(200);
  thinking.resolve();
  expect((await run.finished()).answer).toBe("Done.");
  expect(await worker.ended).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
});

test.each([
  ["openhive worker", "bin/openhive.mjs", ["worker"]],
  ["a server", "bin/serve.mjs", []],
])("%s says what it waits for, and a second signal does not wait", async (_, program, args) => {
  await using folder = await makeDataFolder();
  await using models = await startModelServer({ handler: () => ({ hang: true, text: "Let me think" }) });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  const variables = hiveVariables(folder.path, {
    ...{ DATABASE_URL: database.url, ...modelVariables(models) },
    ...{ OPENHIVE_DRAIN_SECONDS: "600", OPENHIVE_ROLE: "worker", PORT: String(PORT) },
  });
  await using worker = startHiveProcess(args, { variables, program });
  await worker.said(program === "bin/serve.mjs" ? "OpenHive is ready" : "OpenHive is working");
  await using _run = await pages.run(await pages.addOrg(ORG), "Get it done");
  await expect.poll(() => models.requests.length).toBe(1);
  worker.kill("SIGTERM");
  await worker.said(
    "Stopping: 1 agent may end the turn first, for at most 600 s. Ctrl-C, or the same signal",
  );
  worker.kill("SIGINT");
  await worker.said("Not waiting for agents: what was begun goes on with the next start");
  const { code, stdout } = await worker.ended;
  expect(code).toBe(0);
  if (program === "bin/serve.mjs") expect(stdout).toMatch(/\nStopped\.\n$/);
});
