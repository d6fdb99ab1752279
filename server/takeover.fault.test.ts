import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectWholeRun } from "./testing/check-events.ts";
import { addHoldSkill, isRunning, readPids } from "./testing/hold-skill.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { lastResult, type PlayedTurn, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, startWorkerProcess, WORKER_STOPPED } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** lead > a and b at once; a > c; b and c each hold a skill's process until they are let go. */
const ORG = drawPlayedOrg(["lead > a", "lead > b", "a > c"], {
  b: { skills: ["hold"] },
  c: { skills: ["hold"] },
});

function scriptsFor(folder: string): Readonly<Record<string, readonly PlayedTurn[]>> {
  const holding = (who: string): readonly PlayedTurn[] => [
    { calls: [{ name: "activate_skill", input: { name: "hold" } }] },
    { calls: [{ name: "hold", input: { note: join(folder, `${who}.note`), go: join(folder, "go") } }] },
    (request) => ({ text: `${who} heard: ${lastResult(request)}` }),
  ];
  return {
    lead: [
      {
        calls: ["a", "b"].map((assignee) => ({
          name: "delegate_to",
          input: { assignee, task: `Work for ${assignee}` },
        })),
      },
      (request) => ({ text: `All done. ${lastResult(request)}` }),
    ],
    a: [
      { calls: [{ name: "delegate_to", input: { assignee: "c", task: "do c" } }] },
      (request) => ({ text: `a heard: ${lastResult(request)}` }),
    ],
    b: holding("b"),
    c: holding("c"),
  };
}

test("a worker that is killed in the middle of a run leaves nothing behind, and another one completes the run", async () => {
  await using folder = await makeDataFolder();
  await addHoldSkill(folder.path);
  await using models = await startModelServer({ handler: playByTurn(scriptsFor(folder.path)) });
  await using pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  const org = await pages.addOrg(ORG);
  const place = { url: database.url, dataDir: folder.path, models };
  await using first = await startWorkerProcess(place);
  await using run = await pages.run(org, "Get it done");
  await run.waitFor("skill.started", (event) => event.agent === "b");
  await run.waitFor("skill.started", (event) => event.agent === "c");
  await expect.poll(() => readPids(join(folder.path, "c.note"))).toHaveLength(1);
  await expect.poll(() => readPids(join(folder.path, "b.note"))).toHaveLength(1);
  const pids = [
    ...(await readPids(join(folder.path, "b.note"))),
    ...(await readPids(join(folder.path, "c.note"))),
  ];
  await using second = await startWorkerProcess(place);

  const killedAt = performance.now();
  first.kill("SIGKILL");
  await run.waitFor("session.resumed", (event) => event.agent === "c");
  const takeover = performance.now() - killedAt;
  const end = await run.finished();

  expect(end.status).toBe("completed");
  expect(end.answer).toContain("outcome_unknown");
  expectWholeRun(run.events);
  const unknown = run.events.filter(
    (event) =>
      event.type === "tool_result" &&
      event.result.status === "error" &&
      event.result.code === "outcome_unknown",
  );
  expect(unknown.map((event) => event.agent).toSorted()).toEqual(["b", "c"]);
  expect(
    run.events.filter((event) => event.type === "skill.started"),
    "nothing was silently repeated",
  ).toHaveLength(2);
  await expect.poll(() => pids.filter(isRunning), { timeout: 5_000 }).toEqual([]);
  expect(await second.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
  process.stdout.write(`takeover after kill -9: ${Math.round(takeover)} ms\n`);
  expect(takeover).toBeLessThan(10_000);
});

test("a worker that is told to stop hands its sessions over, and they go on at once", async () => {
  await using folder = await makeDataFolder();
  const asked = { lead: 0 };
  await using models = await startModelServer({
    handler: () => {
      asked.lead += 1;
      return asked.lead === 1 ? { hang: true, text: "Let me think" } : { text: "Here it is." };
    },
  });
  await using pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  const org = await pages.addOrg(drawPlayedOrg(["lead"]));
  const place = { url: database.url, dataDir: folder.path, models };
  await using first = await startWorkerProcess(place);
  await using run = await pages.run(org, "Get it done");
  await run.waitFor("turn.started");
  await expect.poll(() => models.requests.length).toBe(1);
  await using second = await startWorkerProcess(place);

  const stoppedAt = performance.now();
  const end = first.stop();
  await run.waitFor("session.resumed");
  const handover = performance.now() - stoppedAt;
  expect(await end).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
  expect((await run.finished()).answer).toBe("Here it is.");
  expectWholeRun(run.events);
  expect(await second.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
  process.stdout.write(`handover after SIGTERM: ${Math.round(handover)} ms\n`);
  expect(handover).toBeLessThan(5_000);
});

test("a worker that is frozen is given up, and when it moves again it starts anew without disturbing the run", async () => {
  await using folder = await makeDataFolder();
  let asked = 0;
  await using models = await startModelServer({
    handler() {
      asked += 1;
      return asked === 1 ? { hang: true, text: "Let me" } : { text: "Here it is." };
    },
  });
  await using pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  const org = await pages.addOrg(drawPlayedOrg(["lead"]));
  const place = { url: database.url, dataDir: folder.path, models };
  await using first = await startWorkerProcess(place);
  await using run = await pages.run(org, "Get it done");
  await run.waitFor("turn.started");
  await expect.poll(() => models.requests.length).toBe(1);
  await using second = await startWorkerProcess(place);

  const frozenAt = performance.now();
  first.kill("SIGSTOP");
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "Here it is." });
  process.stdout.write(`takeover from a frozen worker: ${Math.round(performance.now() - frozenAt)} ms\n`);
  first.kill("SIGCONT");
  await first.said("It starts anew.");
  await using another = await pages.run(org, "And another");
  expect(await another.finished()).toMatchObject({ status: "completed" });
  expectWholeRun(run.events);
  expect(await second.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
  expect(await first.stop()).toMatchObject({ code: 0 });
});
