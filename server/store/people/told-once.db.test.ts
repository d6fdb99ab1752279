import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunEvent } from "../../contract/run-event.ts";
import { FenceLostError } from "../../engine/ports.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { createPostgresWorld } from "../../testing/postgres-world.ts";
import { claimIn, contextOf } from "../../testing/session-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createNoticeStore } from "./notice-store.ts";
import { createReportBook } from "./report-book.ts";

let place: TestDatabase;
let world: ReturnType<typeof createPostgresWorld>;
let database: Database;

beforeAll(async () => {
  place = await createTestDatabase();
  world = createPostgresWorld(place.url);
  database = createDatabase(place.url, "openhive-test");
});
afterAll(async () => {
  await database.end();
  await world.close();
  await place.close();
});

async function bench() {
  const committed: RunEvent[] = [];
  const writer = { database, onCommit: (events: readonly RunEvent[]) => void committed.push(...events) };
  const { runId, sessionId } = await world.start(drawOrg(["lead"]), "Go");
  const session = await claimIn(world, sessionId);
  return {
    committed,
    runId,
    context: contextOf(session, "call"),
    notices: createNoticeStore(writer),
    reports: createReportBook(writer),
  };
}

test("a notice and a report of one call are there once, however often the call is dispatched", async () => {
  const { context, committed, notices, reports, runId } = await bench();
  for (let time = 0; time < 3; time += 1) {
    await notices.tell(context, { title: "News", body: "Once" });
    await reports.report(context, "Once");
  }
  await Promise.all([1, 2].map(() => reports.report({ ...context, callId: "other" as never }, "Twice")));
  expect((await notices.listUnread()).filter((one) => one.runId === runId)).toHaveLength(1);
  const types = ["person.notified", "parent.told", "parent.told"];
  const events = (await world.events(runId)).filter(({ type }) => types.includes(type));
  expect(events.map(({ type }) => type)).toEqual(types);
  expect(committed.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
  expect(committed.every(({ agent }) => agent === "lead")).toBe(true);
});

test("of dispatches of one call that wait for each other one is told", async () => {
  const { context, notices, reports, runId } = await bench();
  const holder = await database.connect();
  await holder.query("begin");
  await holder.query({ text: "select from session where id = $1 for update", values: [context.sessionId] });
  const all = Promise.all([1, 2, 3].flatMap(() => [reports.report(context, "Once"), tell()]));
  const waiting = async (): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0]?.count ?? 0;
  };
  await expect.poll(waiting).toBe(6);
  await holder.query("commit");
  holder.release();
  await all;
  const types = (await world.events(runId)).map(({ type }) => type);
  expect(types.filter((type) => type === "parent.told")).toHaveLength(1);
  expect(types.filter((type) => type === "person.notified")).toHaveLength(1);

  function tell(): Promise<void> {
    return notices.tell(context, { title: "News", body: "Once" });
  }
});

test("a worker that lost the session tells nobody anything", async () => {
  const { context, committed, notices, reports } = await bench();
  const lost = { ...context, fence: context.fence - 1 };
  await expect(notices.tell(lost, { title: "News", body: "Late" })).rejects.toBeInstanceOf(FenceLostError);
  await expect(reports.report(lost, "Late")).rejects.toBeInstanceOf(FenceLostError);
  expect(committed).toEqual([]);
});

test("notices of a run go with it, and all are read at once", async () => {
  const { context, notices } = await bench();
  await notices.tell(context, { title: "One", body: "1" });
  await notices.tell({ ...context, callId: "second" as never }, { title: "Two", body: "2" });
  expect((await notices.listUnread())[0]).toMatchObject({ title: "Two", agentName: "lead" });
  expect(await notices.markRead(["not an id"])).toBe(0);
  expect(await notices.markRead([])).toBe(0);
  expect(await notices.markRead()).toBeGreaterThanOrEqual(2);
  expect(await notices.listUnread()).toEqual([]);
});
