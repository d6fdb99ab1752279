import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runFilterInput } from "./contract/api.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { openhiveRun } from "./testing/command-line.ts";
import { addHoldSkill, isRunning, readPids } from "./testing/hold-skill.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { agentOf, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables, startWorkerProcess, WORKER_STOPPED } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

test("one branch is stopped from another process: its Python goes within 2 s, its parent goes on", async () => {
  await using folder = await makeDataFolder();
  await addHoldSkill(folder.path);
  const note = join(folder.path, "spinner.note");
  await using models = await startModelServer({
    handler: playByTurn({
      lead: [
        {
          calls: ["spinner", "quick"].map((assignee) => ({
            name: "delegate_to",
            input: { assignee, task: `Work for ${assignee}` },
          })),
        },
        { text: "Done with what there is." },
      ],
      spinner: [
        { calls: [{ name: "activate_skill", input: { name: "hold" } }] },
        { calls: [{ name: "spin", input: { note } }] },
        { text: "This must not be asked for." },
      ],
      quick: [{ text: "Quick answer." }],
    }),
  });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  const org = await pages.addOrg(
    drawPlayedOrg(["lead > spinner", "lead > quick"], { spinner: { skills: ["hold"] } }),
  );
  await using worker = await startWorkerProcess(place);
  await using run = await pages.run(org, "Get it done");
  const { sessionId } = await run.waitFor("skill.started");
  await run.waitFor("session.finished", (event) => event.agent === "quick");
  await expect.poll(() => readPids(note)).toHaveLength(1);
  const pids = await readPids(note);
  expect(pids.filter(isRunning)).toEqual(pids);

  const stoppedAt = performance.now();
  await pages.services.cancelSession(run.runId, sessionId ?? "");
  await expect.poll(() => pids.filter(isRunning), { timeout: 2_000, interval: 20 }).toEqual([]);
  process.stdout.write(`branch gone after its stop: ${Math.round(performance.now() - stoppedAt)} ms\n`);
  await pages.services.cancelSession(run.runId, sessionId ?? "");
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "Done with what there is." });
  expect(models.requests.filter((request) => agentOf(request) === "spinner")).toHaveLength(2);
  const outcomes = run.events.flatMap((event) =>
    event.type === "session.finished" ? [[event.agent, event.outcome]] : [],
  );
  expect(Object.fromEntries(outcomes)).toEqual({
    quick: "completed",
    spinner: "cancelled",
    lead: "completed",
  });
  expect(outcomes).toHaveLength(3);
  expect(await worker.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
});

test("a run that is paused in another process survives the worker, and its message is read when it goes on", async () => {
  await using folder = await makeDataFolder();
  const held = Promise.withResolvers<{ readonly text: string }>();
  await using models = await startModelServer({
    handler: playByTurn({
      lead: [
        () => held.promise,
        (request) => {
          const last = request.messages.at(-1);
          return { text: `Read: ${last?.role === "user" ? last.text : "nothing"}` };
        },
      ],
    }),
  });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  const org = await pages.addOrg(drawPlayedOrg(["lead"]));
  const before = await startWorkerProcess(place);
  await using run = await pages.run(org, "Say something");
  const { sessionId } = await run.waitFor("turn.started");
  await pages.services.pauseRun(run.runId);
  held.resolve({ text: "First." });
  await run.waitFor("turn.finished");
  await pages.services.steerSession(run.runId, sessionId ?? "", "Louder");
  expect((await pages.services.getRun(run.runId)).summary).toMatchObject({ status: "paused" });
  await before.stop();
  await using after = await startWorkerProcess(place);
  expect(models.requests).toHaveLength(1);
  await pages.services.resumeRun(run.runId);
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "Read: Louder" });
  expectWholeRun(run.events);
  await expect(pages.services.steerSession(run.runId, sessionId ?? "", "Again")).rejects.toThrow(
    "lead is done with this task and reads nothing any more.",
  );
  await expect(pages.services.pauseRun(run.runId)).rejects.toThrow("The run is over already.");
  expect(await after.stop()).toMatchObject({ code: 0 });
});

test("a run of `openhive run` that is paused and resumed from the pages goes on in its own process", async () => {
  await using folder = await makeDataFolder();
  const held = Promise.withResolvers<{ readonly text: string }>();
  await using models = await startModelServer({ handler: playByTurn({ lead: [() => held.promise] }) });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using pages = await openHive({ ...place, role: "web" });
  await pages.services.createOrg({ document: drawPlayedOrg(["lead"]), slug: "desk" });
  const ending = openhiveRun(place, ["--org", "desk", "--task", "Say something"]);
  await expect.poll(() => models.requests.length).toBe(1);
  const { runs } = await pages.services.listRuns(runFilterInput.parse({}));
  const runId = runs[0]?.id ?? "";
  await pages.services.pauseRun(runId);
  held.resolve({ text: "Said." });
  await using run = followRun(pages.services, runId);
  await run.waitFor("turn.finished");
  await expect
    .poll(async () => (await pages.services.listSessions(runId)).map((session) => session.status))
    .toEqual(["ready"]);
  await pages.services.resumeRun(runId);
  expect(await ending).toMatchObject({ code: 0, end: { status: "completed", answer: "Said." } });
});
