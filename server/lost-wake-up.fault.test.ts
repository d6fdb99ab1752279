import { expect, test } from "vitest";
import { createDatabase } from "./store/database.ts";
import { createRunStarter } from "./store/runs/create-run.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { lastResult, playBelowLead } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { createTestDatabase } from "./testing/test-database.ts";

test("a session whose wake-up was lost, without any other trouble, is found within a few looks", async () => {
  const database = await createTestDatabase();
  await using folder = await makeDataFolder();
  await using models = await startModelServer({ handler: () => ({ text: "Found." }) });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using worker = await openHive({ ...place, role: "worker" });
  await using another = await openHive({ ...place, role: "worker" });
  const org = await another.addOrg(drawPlayedOrg(["lead"]));
  const lead = org.document.agents[0];
  if (!lead) throw new Error("There is a lead.");
  const pool = createDatabase(database.url, "openhive-test");
  const took: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    // Nobody is told: as when the ring and the job's notification are lost.
    const { runId } = await createRunStarter(pool)({
      orgId: org.id,
      orgName: "Test",
      orgVersion: 1,
      task: "Work",
      lead,
      attachments: [],
    });
    const start = performance.now();
    await using run = followRun(worker.services, runId);
    await run.waitFor("turn.started");
    took.push(performance.now() - start);
    expect((await run.finished()).answer).toBe("Found.");
  }
  process.stdout.write(`lost wake-ups were found after ${took.map(Math.round).join(", ")} ms\n`);
  expect(Math.max(...took)).toBeLessThan(6_000);
  await pool.end();
  await worker.close();
  await another.close();
  await database.close();
});

/** Refuses wake-ups that are written by themselves, as an outage between two commits does. */
const REFUSE_JOBS = `
create function refuse_job() returns trigger language plpgsql as $$ begin raise exception 'no wake-ups now'; end $$;
create trigger refuse_job before insert on pgboss.job for each row execute function refuse_job();`;

test("what a person did counts, and the run goes on, though nobody could be woken for it", async () => {
  const database = await createTestDatabase();
  await using folder = await makeDataFolder();
  const question = { question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] };
  await using models = await startModelServer({
    handler: playBelowLead([
      { calls: [{ name: "ask_user", input: { questions: [question] } }] },
      (request) => ({ text: lastResult(request) }),
    ]),
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using worker = await openHive({ ...place, role: "worker" });
  await using pages = await openHive({ ...place, role: "web" });
  const org = await pages.addOrg(drawPlayedOrg(["lead > a"]));
  const start = async () => {
    const run = await pages.run(org, "Get it done");
    const { waitId, sessionId } = await run.waitFor("question.asked");
    await run.waitFor("session.parked");
    return { run, waitId, sessionId: String(sessionId) };
  };
  const [answered, resumed, cancelled] = [await start(), await start(), await start()];
  await database.query(REFUSE_JOBS);
  const red = { answers: [{ selected: ["red"], text: "", isSkipped: false }] };
  await expect(pages.services.answerWait(answered.waitId, red)).resolves.toMatchObject({ isAccepted: true });
  await pages.services.pauseRun(resumed.run.runId);
  await pages.services.answerWait(resumed.waitId, red);
  await expect(pages.services.resumeRun(resumed.run.runId)).resolves.toBeUndefined();
  const { runId } = cancelled.run;
  await expect(pages.services.cancelSession(runId, cancelled.sessionId)).resolves.toBeUndefined();
  for (const { run } of [answered, resumed, cancelled]) {
    expect(await run.finished()).toMatchObject({ status: "completed" });
    await run[Symbol.asyncDispose]();
  }
  // Two answers, a resumption and a stop: each is told to whoever runs it.
  const told = pages.problems.splice(0).filter((problem) => problem.includes("no wake-ups now"));
  expect(told).toHaveLength(4);
  await worker.close();
  await pages.close();
  await database.close();
});
