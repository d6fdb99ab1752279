import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunId } from "../../contract/ids.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { type LaneWorld, openLaneWorld } from "../../testing/lane-world.ts";
import { createEventLog } from "./event-log.ts";

let place: LaneWorld;
beforeAll(async () => {
  place = await openLaneWorld("openhive-test-event-log");
});
afterAll(() => place.close());

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
