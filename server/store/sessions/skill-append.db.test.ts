import { afterAll, beforeAll, expect, test } from "vitest";
import { drawOrg } from "../../testing/draw-org.ts";
import { createPostgresWorld } from "../../testing/postgres-world.ts";
import { claimIn, turnOf } from "../../testing/session-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";

let place: TestDatabase;
let database: Database;
let world: ReturnType<typeof createPostgresWorld>;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createDatabase(place.url, "openhive-test-skills");
  world = createPostgresWorld(place.url);
});
afterAll(async () => {
  await world.close();
  await database.end();
  await place.close();
});

test("an activated skill is in the transcript's commit and can be asked for across runs, alone and with the session's end", async () => {
  const { runId, sessionId } = await world.start(drawOrg(["lead > a"]), "the task");
  const session = await claimIn(world, sessionId);
  const activated = (skill: string, revision: string) =>
    ({ type: "skill.activated", skill, revision, source: "text" }) as never;
  await world.sessions.append(session, [turnOf("one"), activated("notes", "r1")]);
  const end = { outcome: "completed", answer: "done", usage: session.usage } as const;
  await world.sessions.finish(session, [activated("notes", "r2"), activated("maps", "r1")], end);
  const { rows } = await database.query(
    "select skill, revision from skill_activation where session_id = $1 order by skill",
    [sessionId],
  );
  expect(rows).toEqual([
    { skill: "maps", revision: "r1" },
    { skill: "notes", revision: "r2" },
  ]);
  const types = (await world.events(runId)).map(({ type }) => type);
  expect(types.slice(-6)).toEqual([
    "turn.finished",
    "skill.activated",
    "skill.activated",
    "skill.activated",
    "session.finished",
    "run.finished",
  ]);
});
