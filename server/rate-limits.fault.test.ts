import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDatabase } from "./store/database.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import type { ModelScript } from "./testing/model-script.ts";
import { type ModelServer, startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { type PlayedTurn, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables, startWorkerProcess } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let models: ModelServer;
let site: Server;
/** When each request arrived, in milliseconds. */
let arrived: number[];
beforeEach(async () => {
  arrived = [];
  site = createServer((_request, response) => {
    arrived.push(performance.now());
    response.end("noted");
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  database = await createTestDatabase();
  models = await startModelServer({ handler: playByTurn({}) });
});
afterEach(async () => {
  site.closeAllConnections();
  site.close();
  await models.close();
  await database.close();
});

const post = (): PlayedTurn => ({
  calls: [
    {
      name: "http_request",
      input: { method: "POST", url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`, body: "x" },
    },
  ],
});

/** When calls that count under a limit may begin, in order, in milliseconds. */
async function placesTaken(): Promise<readonly number[]> {
  const own = createDatabase(database.url, "openhive-test-rates");
  const { rows } = await own.query<{ at: Date }>("select at from rate_hit order by at");
  await own.end();
  return rows.map(({ at }) => at.getTime());
}

async function open() {
  const folder = await makeDataFolder();
  const variables = { ...modelVariables(models), OPENHIVE_OUTBOUND_ALLOW: "127.0.0.1" };
  const place = { url: database.url, dataDir: folder.path, variables };
  const pages = await openHive({ ...place, role: "web" });
  const drawn = drawPlayedOrg(["lead > a"]);
  const agents = drawn.agents.map((agent) => ({ ...agent, toolboxes: ["ops"] }));
  const org = await pages.addOrg({ ...drawn, agents });
  return {
    pages,
    org,
    worker: () => startWorkerProcess({ ...place, models }),
    async [Symbol.asyncDispose]() {
      await pages.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("a limit holds over two worker processes: exactly as many calls pass, the others say when they may go on", async () => {
  await using world = await open();
  await world.pages.services.saveToolPolicy({
    policy: {
      rates: ["http_request 7/hour"],
    },
  });
  models.use(playByTurn({ lead: [post(), post(), post(), { text: "done" }] }));
  await using one = await world.worker();
  await using other = await world.worker();
  expect(one.pid).not.toBe(other.pid);
  const runs = await Promise.all(
    Array.from({ length: 6 }, (_, index) => world.pages.run(world.org, `Task ${index}`)),
  );
  for (const run of runs) expect(await run.finished()).toMatchObject({ status: "completed" });
  const events = runs.flatMap((run) => run.events);
  for (const run of runs) {
    expectWholeRun(run.events);
    await run[Symbol.asyncDispose]();
  }
  expect(arrived).toHaveLength(7);
  const refused = events.filter((event) => event.type === "call.delayed");
  expect(refused).toHaveLength(11);
  const told = events.filter((event) => event.type === "tool_result" && event.result.status === "error");
  expect(told).toHaveLength(11);
  expect(JSON.stringify(told[0])).toMatch(
    /limit of 7 calls an hour of http_request for everybody.*may be called again at 20/,
  );
});

test("a limit of requests to a provider holds over two worker processes, those that are repeated included", async () => {
  await using world = await open();
  await world.pages.services.saveToolPolicy({ policy: { rates: ["provider openai-compatible 3/hour"] } });
  models.use(() => ({ status: 503, body: "{}" }));
  await using _one = await world.worker();
  await using _other = await world.worker();
  const runs = await Promise.all(["One", "Other"].map((task) => world.pages.run(world.org, task)));
  for (const run of runs) {
    const end = await run.finished();
    expect(end.status).toBe("failed");
    expect(JSON.stringify(end)).toMatch(/limit of 3 requests an hour to openai-compatible is reached/);
    expectWholeRun(run.events);
    await run[Symbol.asyncDispose]();
  }
  expect(models.requests).toHaveLength(3);
});

test("a call over its limit is an error at once, however soon its window frees, and one after that runs", async () => {
  await using world = await open();
  const seconds = 12;
  await world.pages.services.saveToolPolicy({ policy: { rates: [`http_request 1/${seconds}s`] } });
  /** A model that thinks until the window is over. */
  const slowly = async () => {
    await setTimeout(seconds * 1_000);
    return post() as ModelScript;
  };
  models.use(playByTurn({ lead: [post(), post(), slowly, { text: "done" }] }));
  await using _one = await world.worker();
  await using run = await world.pages.run(world.org, "Ask thrice");
  expect(await run.finished()).toMatchObject({ status: "completed" });
  expectWholeRun(run.events);
  const [refused, ...more] = run.events.filter((event) => event.type === "call.delayed");
  expect(more).toEqual([]);
  const results = run.events.filter((event) => event.type === "tool_result");
  expect(results.map(({ result }) => result.status)).toEqual(["ok", "error", "ok"]);
  expect(results[1]).toMatchObject({ callId: refused?.callId, result: { code: "limit_reached" } });
  expect(results[1]?.durationMs).toBeLessThan(2_000);
  expect(arrived).toHaveLength(2);
});

test("models of a provider are asked no more often than its limit says, by two processes together", async () => {
  await using world = await open();
  const rate = { calls: 3, seconds: 12 };
  await world.pages.services.saveToolPolicy({
    policy: {
      rates: [`provider openai-compatible ${rate.calls}/${rate.seconds}s`],
    },
  });
  const asked: number[] = [];
  models.use((request) => {
    asked.push(Date.now());
    return playByTurn({ lead: [{ text: "done" }] })(request);
  });
  await using _one = await world.worker();
  await using _other = await world.worker();
  const runs = await Promise.all(Array.from({ length: 6 }, () => world.pages.run(world.org, "Answer")));
  for (const run of runs) expect(await run.finished()).toMatchObject({ status: "completed" });
  expect(asked).toHaveLength(6);
  // Who is asked when is written down before: the places keep to the limit, and nobody is asked before its place.
  const places = await placesTaken();
  expect((places[rate.calls] ?? 0) - (places[0] ?? 0)).toBeGreaterThanOrEqual(rate.seconds * 1_000);
  const early = asked
    .toSorted((left, right) => left - right)
    .filter((at, index) => at < (places[index] ?? 0) - 1);
  expect([places.length, early]).toEqual([6, []]);
  const retried = runs.flatMap((run) => run.events).filter((event) => event.type === "turn.retried");
  expect(retried).toHaveLength(3);
  expect(retried[0]?.reason).toMatch(/3 requests in 12 seconds to openai-compatible.*may go on at/);
  for (const run of runs) await run[Symbol.asyncDispose]();
});
