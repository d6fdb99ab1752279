import { get } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TextDelta } from "./contract/run-event.ts";
import { startStatusServer } from "./status-server.ts";
import { findFreePort } from "./store/postgres/cluster-settings.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { startModelServer } from "./testing/model-server.ts";
import { type Hive, hiveVariables, makeDataFolder, openHive } from "./testing/open-hive.ts";
import { startHiveProcess } from "./testing/open-hive-process.ts";
import { drawPlayedOrg, modelVariables, startWorkerProcess } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** The texts that stream by in one process, until the run is over. */
async function hearDeltas(pages: Hive, runId: string): Promise<readonly TextDelta[]> {
  const heard: TextDelta[] = [];
  for await (const signal of pages.services.followRun(runId, 0, AbortSignal.timeout(60_000)))
    if (signal.type === "text.delta") heard.push(signal);
  return heard;
}

test("with two processes for pages and a worker apart, a run starts at once, streams everywhere, and is answered from either", async () => {
  await using folder = await makeDataFolder();
  const words = "One word comes after the other, slowly enough to be seen on every page. ".repeat(4);
  await using models = await startModelServer({
    handler: ({ messages }) =>
      messages.some((message) => message.role === "tool")
        ? { text: words, delayMs: 60 }
        : {
            calls: [
              {
                name: "ask_user",
                input: {
                  questions: [
                    {
                      question: "Which one?",
                      header: "Choice",
                      options: [
                        { label: "This", description: "The first" },
                        { label: "That", description: "The second" },
                      ],
                      multiSelect: false,
                    },
                  ],
                },
              },
            ],
          },
  });
  const place = { url: database.url, dataDir: folder.path, models };
  await using first = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  await using second = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  const org = await first.addOrg(drawPlayedOrg(["lead"]));
  await using waiting = await first.run(org, "Nobody works yet");
  expect(models.requests, "pages alone work on nothing").toHaveLength(0);

  await using _worker = await startWorkerProcess(place);
  await waiting.waitFor("question.asked");
  const startedAt = performance.now();
  await using run = await first.run(org, "Ask me");
  const begun = await run.waitFor("turn.started");
  const took = performance.now() - startedAt;
  process.stdout.write(`a run of a process for pages is begun by a worker after ${Math.round(took)} ms\n`);
  expect(took).toBeLessThan(1_500);
  expect(begun.turn).toBe(1);

  const asked = await run.waitFor("question.asked");
  await run.waitFor("session.parked");
  const here = hearDeltas(first, run.runId);
  const there = hearDeltas(second, run.runId);
  await using elsewhere = followRun(second.services, run.runId);
  await elsewhere.waitFor("session.parked");
  await second.services.answerWait(asked.waitId, {
    answers: [{ selected: ["This"], text: "", isSkipped: false }],
  });
  expect((await elsewhere.finished()).answer).toBe(words);
  await run.finished();
  for (const heard of [await here, await there]) {
    expect(heard.length, "text streams while the model speaks").toBeGreaterThan(1);
    expect(words.startsWith(heard.map((delta) => delta.text).join(""))).toBe(true);
  }
  expectWholeRun(elsewhere.events);
  expect(elsewhere.events).toEqual(run.events);

  await second.services.cancelRun(waiting.runId);
  expect((await waiting.finished()).status).toBe("cancelled");
});

test("a server whose role is to work has no pages, and answers for its health", async () => {
  await using folder = await makeDataFolder();
  const port = await findFreePort();
  const variables = { DATABASE_URL: database.url, OPENHIVE_ROLE: "worker", PORT: String(port) };
  await using server = startHiveProcess([], {
    variables: hiveVariables(folder.path, variables),
    program: "bin/serve.mjs",
  });
  await server.said("OpenHive is ready at");
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await status("/api/health")).toBe(200);
  expect(await status("/api/metrics")).toBe(200);
  expect(await status("/runs")).toBe(404);
  expect(await server.stop()).toMatchObject({ code: 0, stderr: "" });
});

test("a worker refuses names that were pointed at it", async () => {
  await using folder = await makeDataFolder();
  const hive = await openHive({ url: database.url, dataDir: folder.path, role: "worker" });
  await using _hive = hive;
  const server = await startStatusServer(hive, { host: "127.0.0.1", port: 0 });
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get(
    { host: "127.0.0.1", port: server.port, path: "/api/metrics", headers: { host: "evil.example" } },
    (response) => {
      response.resume();
      resolve(response.statusCode);
    },
  ).once("error", reject);
  expect(await promise).toBe(403);
  await server.close();
});
