import { Client } from "pg";
import { expect, test } from "vitest";
import type { RunEvent } from "./contract/run-event.ts";
import { toClusterPaths } from "./store/postgres/cluster-paths.ts";
import { readPostmaster } from "./store/postgres/postmaster.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { holdDataFolder } from "./testing/hold-data-folder.ts";
import { startModelServer } from "./testing/model-server.ts";
import { hiveVariables, makeDataFolder, openHive } from "./testing/open-hive.ts";
import { startHiveProcess } from "./testing/open-hive-process.ts";
import { agentOf, lastResult, type PlayedTurn, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables, WORKER_READY } from "./testing/played-org.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** c's tools depend on what MCP servers there are, which is asked before each of its turns. */
const ORG = drawPlayedOrg(["lead > a", "lead > b", "a > c"], { c: { mcp: [{ server: "nowhere" }] } });

const delegate = (assignee: string) => ({
  name: "delegate_to",
  input: { assignee, task: `Work for ${assignee}` },
});
const todo = (text: string): PlayedTurn => ({ calls: [{ name: "add_todo", input: { text } }] });

/** Fan-out, three levels deep; what every agent does in its turns. */
const SCRIPTS = {
  lead: [{ calls: [delegate("a"), delegate("b")] }, { text: "All done." }],
  a: [todo("First"), { calls: [delegate("c")] }, (request) => ({ text: lastResult(request) })],
  b: [todo("First"), todo("Second"), todo("Third"), { text: "b is done." }],
  c: [todo("First"), todo("Second"), todo("Third"), { text: "c is done." }],
} satisfies Readonly<Record<string, readonly PlayedTurn[]>>;

/** Answers as the scripts say; before c's second turn, and before the lead's last, something is done to the database. */
function playWith(harm: () => Promise<void>) {
  const play = playByTurn(SCRIPTS);
  const done = new Set<string>();
  return startModelServer({
    async handler(request) {
      const turn = request.messages.filter((message) => message.role === "assistant").length;
      const point = `${agentOf(request)} ${turn}`;
      if ((point === "c 1" || point === "lead 1") && !done.has(point)) {
        done.add(point);
        await harm();
      }
      return play(request);
    },
  });
}

async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = await readPostmaster(toClusterPaths(dataDir).data);
  process.kill(postmaster?.pid ?? 0, "SIGKILL");
}

test("PostgreSQL is killed twice in the middle of a run: health says so, and everything goes on without a restart", async () => {
  await using held = await holdDataFolder({ isDisposable: false });
  const health: boolean[] = [];
  await using models = await playWith(async () => {
    await killPostgres(held.path);
    await expect.poll(() => held.hive.isReady(), { interval: 5 }).toBe(false);
    health.push(false);
    await expect.poll(() => held.hive.isReady()).toBe(true);
    health.push(true);
  });
  await using worker = startHiveProcess(["worker"], {
    variables: hiveVariables(held.path, modelVariables(models)),
  });
  await worker.said(WORKER_READY);
  const org = await held.hive.addOrg(ORG);
  await using run = await held.hive.run(org, "Get it done");
  const end = await run.finished();
  expect(end).toMatchObject({ status: "completed", answer: "All done." });
  expectWholeRun(run.events);
  expect(health).toEqual([false, true, false, true]);
  await using another = await held.hive.run(org, "And another");
  expect(await another.finished()).toMatchObject({ status: "completed" });
  expect(await worker.stop()).toMatchObject({ code: 0 });
  held.hive.problems.splice(0);
});

test("a command that works on its own run survives that PostgreSQL is killed under it", async () => {
  await using held = await holdDataFolder({ isDisposable: false });
  await using models = await playWith(() => killPostgres(held.path));
  const org = await held.hive.addOrg(ORG);
  await using command = startHiveProcess(["run", "--org", org.slug, "--task", "Get it done", "--json"], {
    variables: hiveVariables(held.path, modelVariables(models)),
  });
  const { code, stdout, stderr } = await command.ended;
  held.hive.problems.splice(0);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);
  expectWholeRun(events.filter((event) => event.seq !== undefined));
  expect(events.at(-1)).toMatchObject({ status: "completed", answer: "All done." });
  expect(code, stderr.slice(-1_500)).toBe(0);
  held.hive.problems.splice(0);
});

/** What makes every write of events fail as a full disk does. */
const FULL_DISK = `
create or replace function no_room() returns trigger language plpgsql as $$
begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
create trigger no_room before insert on event for each statement execute function no_room();`;

test("while the database's disk is full a run stands still, and it goes on when there is room again", async () => {
  const database = await createTestDatabase();
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await using folder = await makeDataFolder();
  let harms = 0;
  let isFull = false;
  await using models = await playWith(async () => {
    harms += 1;
    if (harms > 1) return;
    await admin.query(FULL_DISK);
    isFull = true;
  });
  const variables = modelVariables(models);
  await using hive = await openHive({ url: database.url, dataDir: folder.path, role: "all", variables });
  const org = await hive.addOrg(ORG);
  await using run = await hive.run(org, "Get it done");
  await expect.poll(() => isFull).toBe(true);
  await expect(hive.services.startRun({ orgId: org.id, task: "Another" })).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("No space left on device"),
  });
  const asked = models.requests.length;
  await expect
    .poll(async () => (await admin.query("select from session where fence > 2")).rowCount)
    .toBeGreaterThan(0);
  expect(models.requests.length - asked, "no model is asked for what cannot be kept").toBeLessThan(30);
  await admin.query("drop trigger no_room on event");
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "All done." });
  expectWholeRun(run.events);
  hive.problems.splice(0);
  await hive.close();
  await admin.end();
  await database.close();
});

test("connections that are cut under every process again and again cost a run nothing", async () => {
  const database = await createTestDatabase();
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await using folder = await makeDataFolder();
  let isOver = false;
  await using models = await startModelServer({ handler: playByTurn(SCRIPTS) });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using pages = await openHive({ ...place, role: "web" });
  await using worker = await openHive({ ...place, role: "worker" });
  const org = await pages.addOrg(ORG);
  const cutting = (async () => {
    for (let cut = 0; cut < 12 && !isOver; cut += 1) {
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      // A breath in which the run moves on.
      await admin.query("select pg_sleep(0.4)");
    }
  })();
  const runs = [];
  while (runs.length < 8) {
    const started = await pages.run(org, "Get it done").catch(() => undefined);
    if (started) runs.push(started);
  }
  const ends = await Promise.all(runs.map((run) => run.finished()));
  isOver = true;
  await cutting;
  expect(ends.map(({ status, answer }) => ({ status, answer }))).toEqual(
    ends.map(() => ({ status: "completed", answer: "All done." })),
  );
  for (const run of runs) {
    expectWholeRun(run.events);
    await run[Symbol.asyncDispose]();
  }
  pages.problems.splice(0);
  worker.problems.splice(0);
  await worker.close();
  await pages.close();
  await admin.end();
  await database.close();
});
