import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunId } from "../../contract/ids.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { type LaneWorld, openLaneWorld } from "../../testing/lane-world.ts";
import { claimIn, openChildrenIn, turnOf } from "../../testing/session-fixture.ts";

let place: LaneWorld;
beforeAll(async () => {
  place = await openLaneWorld("openhive-test-clock");
});
afterAll(() => place.close());

/** As the run looks to everybody after the database's clock went back an hour. */
const goBack = (runId: RunId) =>
  place.database.query("update run set clock_since = clock_since + interval '1 hour' where id = $1", [runId]);

async function clockOf(runId: RunId) {
  const { rows } = await place.database.query<{ ms: number; isAhead: boolean | null }>(
    `select clock_ms::int as ms, clock_since > clock_timestamp() as "isAhead" from run where id = $1`,
    [runId],
  );
  return rows[0];
}

test("a clock that goes back an hour takes nothing from the time that a run used", async () => {
  const { runId, sessionId } = await place.world.start(drawOrg(["lead"]), "the task", { seconds: 60 });
  const root = await claimIn(place.world, sessionId);
  await goBack(runId);
  const { spent } = await place.world.sessions.append(root, [turnOf("one")]);
  expect(spent.seconds).toBeGreaterThanOrEqual(0);
  expect(spent.seconds).toBeLessThan(60);
  await place.world.pause(runId);
  expect((await clockOf(runId))?.ms).toBe(0);
});

test("it counts on from there once something moves, not an hour later", async () => {
  const { runId, sessionId } = await place.world.start(drawOrg(["lead > a"]), "the task");
  const root = await claimIn(place.world, sessionId);
  await goBack(runId);
  expect(await clockOf(runId)).toMatchObject({ isAhead: true });
  await openChildrenIn(place.world, root, ["a"]);
  expect(await clockOf(runId)).toMatchObject({ ms: 0, isAhead: false });
});
