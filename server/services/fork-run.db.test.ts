import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectWholeRun } from "../testing/check-events.ts";
import { openhive } from "../testing/command-line.ts";
import type { ModelServerRequest } from "../testing/model-script.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { lastResult, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { followRun } from "../testing/run-follower.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let models: ModelServer;
let hive: Hive;
let asked: string[] = [];

/** Notes who was asked, so that a test sees what a fork makes anew. */
const say =
  (name: string, text: (request: ModelServerRequest) => string) => (request: ModelServerRequest) => {
    asked.push(name);
    return { text: text(request) };
  };
const chosen = (label: string) => ({ answers: [{ selected: [label], text: "", isSkipped: false }] });
const read = (request: ModelServerRequest): string => {
  const last = request.messages.at(-1);
  return last?.role === "user" ? last.text : "a result";
};

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  models = await startModelServer({
    handler: playByTurn({
      lead: [
        {
          text: "I ask both.",
          calls: [
            { name: "delegate_to", input: { assignee: "quick", task: "Count" } },
            { name: "delegate_to", input: { assignee: "asker", task: "Choose" } },
          ],
        },
        say(
          "lead",
          (request) =>
            `Together: ${request.messages.filter((message) => message.role === "tool").length} results, read ${read(request)}`,
        ),
      ],
      quick: [say("quick", (request) => `Counted for: ${read(request)}`)],
      asker: [
        {
          calls: [
            {
              name: "ask_user",
              input: {
                questions: [{ question: "Which one?", options: [{ label: "Left" }, { label: "Right" }] }],
              },
            },
          ],
        },
        say("asker", (request) => `Chosen: ${lastResult(request)}`),
      ],
    }),
  });
  hive = await openHive({
    url: database.url,
    dataDir: folder.path,
    variables: modelVariables(models),
    role: "all",
  });
  await hive.services.createOrg({ document: drawPlayedOrg(["lead > quick", "lead > asker"]), slug: "fork" });
});
afterAll(async () => {
  await hive.close();
  await models.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});
beforeEach(() => {
  asked = [];
});

/** A run of all three, answered and over. */
async function wholeRun() {
  const run = await hive.run(await hive.services.getOrg("fork"), "Do both");
  const question = await run.waitFor("question.asked");
  await run.waitFor("session.finished", (event) => event.agent === "quick");
  await hive.services.answerWait(question.waitId, chosen("Left"));
  expect((await run.finished()).status).toBe("completed");
  const sessionOf = (agent: string): string =>
    run.events.find((event) => event.type === "session.started" && event.agent === agent)?.sessionId ?? "";
  return { run, sessionOf };
}

test("a fork of the last turn shares everything before it and asks only that agent anew", async () => {
  const { run, sessionOf } = await wholeRun();
  await using original = run;
  asked = [];
  const { runId } = await hive.services.forkRun({ runId: run.runId, sessionId: sessionOf("lead"), turn: 2 });
  await using fork = followRun(hive.services, runId);
  await fork.finished();
  expect(asked).toEqual(["lead"]);
  expectWholeRun(fork.events);
  const mark = fork.events.findIndex((event) => event.type === "run.forked");
  expect(fork.events.slice(0, mark).map((event) => event.type)).toEqual(
    original.events.slice(0, mark).map((event) => event.type),
  );
  const before = await hive.services.getRun(run.runId);
  const after = await hive.services.getRun(runId);
  expect(after.summary).toMatchObject({
    status: "completed",
    forkedFrom: run.runId,
    sessionCount: 3,
    usage: before.summary.usage,
  });
  expect(after.summary.spent.toolCalls).toBe(before.summary.spent.toolCalls);
  expect(after.answer).toBe(before.answer);
  // The list is sorted by what stands in the row of the run, and shows what its sessions add up to.
  for (const { spent, usage } of [before.summary, after.summary]) {
    expect(spent.tokens).toBe(usage.inputTokens + usage.outputTokens);
    expect(spent.tokens).toBeGreaterThan(0);
    expect(spent.cost).toBeCloseTo(usage.cost ?? 0, 12);
  }
  // Nothing of the one is in the other.
  const ids = new Set(original.events.flatMap((event) => event.sessionId ?? []));
  expect(
    fork.events.filter((event) => event.type !== "run.forked" && JSON.stringify(event).includes(run.runId)),
  ).toEqual([]);
  expect(fork.events.some((event) => event.sessionId !== undefined && ids.has(event.sessionId))).toBe(false);
});

test("an edited message is read instead of the one that stood there, or after the results that the turn read", async () => {
  const { run, sessionOf } = await wholeRun();
  await using original = run;
  const point = { runId: original.runId, sessionId: sessionOf("quick"), turn: 1, message: "Count again" };
  const { runId } = await hive.services.forkRun(point);
  await using fork = followRun(hive.services, runId);
  const done = await fork.waitFor("session.finished", (event) => event.agent === "quick");
  expect(done.answer).toBe("Counted for: Count again");
  const later = await hive.services.forkRun({
    ...point,
    sessionId: sessionOf("lead"),
    turn: 2,
    message: "Be brief",
  });
  await using second = followRun(hive.services, later.runId);
  expect((await second.finished()).answer).toBe("Together: 2 results, read Be brief");
  const first = await hive.services.forkRun({
    ...point,
    sessionId: sessionOf("lead"),
    turn: 1,
    message: "Another task",
  });
  expect((await hive.services.getRun(first.runId)).summary.task).toBe("Another task");
  expect((await hive.services.getRun(original.runId)).summary.task).toBe("Do both");
  await hive.services.cancelRun(first.runId);
  await hive.services.cancelRun(runId);
});

test("a session that waited for a person waits in the fork too, with a question of its own", async () => {
  const { run, sessionOf } = await wholeRun();
  await using original = run;
  // Both children were open when the second one was asked for its first turn.
  const { runId } = await hive.services.forkRun({
    runId: original.runId,
    sessionId: sessionOf("asker"),
    turn: 1,
  });
  await using fork = followRun(hive.services, runId);
  const question = await fork.waitFor("question.asked");
  const waits = await hive.services.listOpenWaits();
  expect(waits.filter((wait) => wait.runId === runId).map((wait) => wait.id)).toEqual([question.waitId]);
  await hive.services.answerWait(question.waitId, chosen("Right"));
  expect((await fork.finished()).status).toBe("completed");
  expectWholeRun(fork.events);
});

test("what is not there cannot be forked, and a deleted org begins nothing", async () => {
  const { run, sessionOf } = await wholeRun();
  await using original = run;
  const point = { runId: original.runId, sessionId: sessionOf("lead"), turn: 2 };
  await expect(hive.services.forkRun({ ...point, turn: 9 })).rejects.toMatchObject({ code: "not_found" });
  await expect(hive.services.forkRun({ ...point, runId: "nothing" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(hive.services.forkRun({ ...point, message: " " })).rejects.toMatchObject({ code: "invalid" });
  const gone = await hive.services.createOrg({ document: drawPlayedOrg(["quick"]), slug: "gone" });
  await using other = await hive.run(gone, "Count");
  const { sessionId } = await other.waitFor("turn.started");
  await other.finished();
  await hive.services.removeOrg(gone.id);
  await expect(
    hive.services.forkRun({ runId: other.runId, sessionId: sessionId ?? "", turn: 1 }),
  ).rejects.toMatchObject({ code: "conflict" });
});

test("a run is forked from the terminal", async () => {
  const { run } = await wholeRun();
  await using original = run;
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  const forked = await openhive(place, [
    "runs",
    "fork",
    original.runId,
    "--agent",
    "lead",
    "--turn",
    "2",
    "--message",
    "Be brief",
  ]);
  expect(forked).toMatchObject({ code: 0, stderr: "lead goes on from turn 2 in a new run.\n" });
  await using fork = followRun(hive.services, forked.stdout.trim());
  expect((await fork.finished()).answer).toContain("read Be brief");
});
