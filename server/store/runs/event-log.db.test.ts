import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toEvents } from "../../contract/event-page.ts";
import type { RunId } from "../../contract/ids.ts";
import type { RunEvent } from "../../contract/run-event.ts";
import type { WrittenPage } from "../../events/read-past.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { type LaneWorld, openLaneWorld } from "../../testing/lane-world.ts";
import { createEventLog } from "./event-log.ts";

let place: LaneWorld;
beforeAll(async () => {
  place = await openLaneWorld("openhive-test-event-log");
});
afterAll(() => place.close());

/** The events of a page, as whoever gets it reads them. */
const read = (runId: RunId, page: WrittenPage): readonly RunEvent[] =>
  toEvents(runId, JSON.parse(Buffer.from(page.json).toString()));

test("a page is written as its events are read, whatever is in them", async () => {
  const { world, database } = place;
  const drawn = drawOrg(["lead > a"]);
  const org = {
    ...drawn,
    agents: drawn.agents.map((agent) => ({ ...agent, name: `Zoë "the ${agent.name}" \\` })),
  };
  const { runId } = await world.start(org, 'Two\nlines, "quotes", \\u0041, \u2028, \u{1f41d} and \u0000.');
  await world.pause(runId);
  await world.resume(runId);
  const log = createEventLog(database);
  const events = await log.readEvents(runId, 0, 100);
  // Of the run and of a session, and some that say nothing but that they happened.
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["run.started", "run.resumed"]));
  expect(events.some(({ agent }) => agent?.includes('"the lead"'))).toBe(true);

  const whole = await log.readWritten(runId, 0, 100);
  expect(read(runId, whole)).toEqual(events);
  expect(whole.json.includes(10)).toBe(false);
  expect(whole).toMatchObject({ count: events.length, lastSeq: events.length });
  const part = await log.readWritten(runId, 1, 2);
  expect(read(runId, part)).toEqual(events.slice(1, 3));
  expect(part).toMatchObject({ count: 2, lastSeq: 3 });
  const behind = await log.readWritten(runId, events.length, 10);
  expect(read(runId, behind)).toEqual([]);
  expect(behind).toMatchObject({ count: 0, lastSeq: 0 });
});

test("one question tells how far many runs are, and leaves out those that are gone", async () => {
  const { world, database } = place;
  const org = drawOrg(["lead > a"]);
  const runs = [await world.start(org, "one"), await world.start(org, "two")].map(({ runId }) => runId);
  const gone = randomUUID() as RunId;
  const seqs = await createEventLog(database).lastSeqs([...runs, gone]);
  const expected = await Promise.all(
    runs.map(async (runId) => [runId, (await world.events(runId)).length] as const),
  );
  expect([...seqs].toSorted()).toEqual(expected.toSorted());
  expect(expected[0]?.[1]).toBeGreaterThan(0);
});

test("a draft goes with its run, and no other does", async () => {
  const { world, database } = place;
  const log = createEventLog(database);
  const org = drawOrg(["lead > a"]);
  const [gone, kept] = [await world.start(org, "one"), await world.start(org, "two")];
  for (const { runId, sessionId } of [gone, kept])
    await log.saveDraft({ runId, sessionId, turn: 1, text: "half an ans" });
  await database.query("delete from run where id = $1", [gone.runId]);
  expect(await log.readEvents(gone.runId, 0, 10)).toEqual([]);
  expect(await log.readDrafts(gone.runId)).toEqual([]);
  expect(await log.readDrafts(kept.runId)).toMatchObject([{ sessionId: kept.sessionId }]);
});
