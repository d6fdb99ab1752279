import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionId } from "../../contract/ids.ts";
import { NO_USAGE } from "../../contract/usage.ts";
import type { ClaimedSession } from "../../engine/ports.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { createPostgresWorld } from "../../testing/postgres-world.ts";
import { claimIn, openChildrenIn } from "../../testing/session-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createOrgVersionCache } from "../orgs/org-version-cache.ts";
import { createSessionStore } from "./postgres-session-store.ts";

const WORKER = 7;
let place: TestDatabase;
let database: Database;
let world: ReturnType<typeof createPostgresWorld>;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createDatabase(place.url, "openhive-test-kept");
  world = createPostgresWorld(place.url);
});
afterAll(async () => {
  await world.close();
  await database.end();
  await place.close();
});

/** A parent that sleeps until its one child is done, and a store that keeps what the test says it keeps of it. */
async function sleepingParent(
  kept: (parent: ClaimedSession) => { fence: number; position: number } | undefined,
) {
  const { runId, sessionId } = await world.start(drawOrg(["lead > a"]), "the task");
  const parent = await claimIn(world, sessionId);
  const [id] = await openChildrenIn(world, parent, ["a"]);
  const child = await claimIn(world, id as SessionId);
  await world.sessions.park(parent, [], { waitingFor: "children", count: 1 });
  const store = createSessionStore({
    database,
    versions: createOrgVersionCache(database),
    onCommit: () => undefined,
    kept: { worker: WORKER, find: (one) => (one === parent.sessionId ? kept(parent) : undefined) },
  });
  const end = () => store.finish(child, [], { outcome: "completed", answer: "done", usage: NO_USAGE });
  const rowOf = async () => {
    const text = "select status, fence, owner from session where id = $1";
    return (await database.query({ text, values: [parent.sessionId] })).rows[0];
  };
  return { runId, parent, end, rowOf };
}
const asItWas = ({ fence, messages }: ClaimedSession) => ({ fence, position: messages.length });

test("a parent that its worker kept is that worker's again with the commit that ends its last child", async () => {
  const { parent, end, rowOf } = await sleepingParent(asItWas);
  const { wake, resumed } = await end();
  expect(wake).toBeUndefined();
  expect(resumed).toMatchObject({ sessionId: parent.sessionId, fence: parent.fence + 1 });
  expect(await rowOf()).toEqual({ status: "running", fence: parent.fence + 1, owner: WORKER });
});

test("one that was claimed or written to since it was kept is ready for whoever claims it", async () => {
  for (const changed of [{ fence: 1 }, { position: 1 }]) {
    const { parent, end, rowOf } = await sleepingParent((one) => {
      const was = asItWas(one);
      return {
        fence: was.fence + ("fence" in changed ? 1 : 0),
        position: was.position + ("position" in changed ? 1 : 0),
      };
    });
    expect(await end()).toEqual({ wake: parent.sessionId });
    expect(await rowOf()).toMatchObject({ status: "ready", fence: parent.fence, owner: null });
  }
});

test("while its run is paused nobody goes on with it", async () => {
  const { runId, parent, end, rowOf } = await sleepingParent(asItWas);
  await world.pause(runId);
  expect((await end()).stays?.isPaused).toBe(true);
  expect(await rowOf()).toMatchObject({ status: "parked", fence: parent.fence });
});
