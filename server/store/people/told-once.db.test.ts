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
