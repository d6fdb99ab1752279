import { afterAll, beforeAll, expect, test } from "vitest";
import { drawOrg } from "../../testing/draw-org.ts";
import { createPostgresWorld } from "../../testing/postgres-world.ts";
import { childrenOf, claimIn, openChildrenIn, turnOf } from "../../testing/session-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { laneOver } from "../lane.ts";
import { cancelRun } from "../runs/cancel-run.ts";
import { toBornSessions } from "./born-sessions.ts";
import { cancelBranch } from "./cancel-branch.ts";
import { steerSession } from "./steer-session.ts";
import { writeSessions } from "./write-sessions.ts";

let testDatabase: TestDatabase;
let world: ReturnType<typeof createPostgresWorld>;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  world = createPostgresWorld(testDatabase.url);
  database = createDatabase(testDatabase.url, "openhive-test-races");
});
afterAll(async () => {
  await database.end();
  await world.close();
  await testDatabase.close();
});

const begin = async () => {
  const { runId, sessionId } = await world.start(drawOrg(["lead > a", "a > deep"]), "the task");
  return { runId, root: await claimIn(world, sessionId) };
};

/** Does `first` in a transaction, starts `second`, and commits once `second` waits for a lock of it. */
async function interleave<Value>(
  first: (held: Database) => Promise<unknown>,
  second: () => Promise<Value>,
): Promise<Value> {
  const client = await database.connect();
  try {
    await client.query("begin");
    // Statements need a `query` and nothing else; this one is held open.
    await first(client as unknown as Database);
    const running = second();
    await expect
      .poll(async () => {
        const { rows } = await database.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await client.query("commit");
    return await running;
  } finally {
    client.release();
  }
}

test("a message that is committed while others are taken is counted until it is taken itself", async () => {
  const { runId, root } = await begin();
  await world.steer(runId, root.sessionId, "first");
  const taken = await interleave(
    (held) => steerSession(held, { runId, sessionId: root.sessionId, text: "second" }),
    () => world.sessions.takeMessages(root),
  );
  expect(taken).toEqual(["first"]);
  expect((await world.sessions.append(root, [turnOf("one")])).waitingMessages).toBe(1);
  expect(await world.sessions.takeMessages(root)).toEqual(["second"]);
});

test("a child that was being opened when its branch was stopped ends with it", async () => {
  const { runId, root } = await begin();
  const [id] = await openChildrenIn(world, root, ["a"]);
  const child = await claimIn(world, id ?? root.sessionId);
  await world.sessions.park(root, [], { waitingFor: "children", count: 1 });
  const { sessions, wake } = await interleave(
    (held) =>
      writeSessions(laneOver(held), [
        {
          session: child,
          events: [],
          opening: { born: toBornSessions(child, childrenOf("call", ["deep"])), worker: undefined },
        },
      ]),
    () => cancelBranch(database, { runId, sessionId: child.sessionId }),
  );
  expect(sessions).toHaveLength(2);
  expect(wake).toBe(root.sessionId);
  const { rows } = await database.query("select status from session where run_id = $1 order by depth", [
    runId,
  ]);
  expect(rows.map((row) => row.status)).toEqual(["ready", "cancelled", "cancelled"]);
});

test("a child that was being opened when its run was stopped ends with it, before the run", async () => {
  const { runId, root } = await begin();
  const passes: number[] = [];
  const { sessions, events } = await interleave(
    (held) =>
      writeSessions(laneOver(held), [
        {
          session: root,
          events: [],
          // Opened as its own by the worker: nobody has to claim it, and nobody would be refused.
          opening: { born: toBornSessions(root, childrenOf("call", ["a"])), worker: 1 },
        },
      ]),
    () => cancelRun(database, runId, (pass) => passes.push(pass.sessions.length)),
  );
  expect(passes).toEqual([1, 1]);
  const { rows } = await database.query(
    "select id, status, owner from session where run_id = $1 order by depth",
    [runId],
  );
  expect(rows.map(({ id }) => id)).toEqual(sessions);
  expect(rows.map(({ status, owner }) => [status, owner])).toEqual([
    ["cancelled", null],
    ["cancelled", null],
  ]);
  const stopped = { error: "Stopped by a person.", answer: "" };
  expect(events).toMatchObject([
    { ...stopped, type: "session.finished", outcome: "cancelled", sessionId: sessions[0] },
    { ...stopped, type: "session.finished", outcome: "cancelled", sessionId: sessions[1] },
    { ...stopped, type: "run.finished", status: "cancelled" },
  ]);
  expect(await cancelRun(database, runId)).toEqual({ sessions: [], events: [] });
});
