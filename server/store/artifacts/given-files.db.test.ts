import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunEventBody } from "../../contract/run-event.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { createPostgresWorld } from "../../testing/postgres-world.ts";
import { claimIn, contextOf } from "../../testing/session-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createArtifactStore } from "./artifact-store.ts";
import { createGivenFiles } from "./given-files.ts";

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

test("a file whose worker died before it could tell of it is told of by the next one, and then never again", async () => {
  const files = createGivenFiles(database, createArtifactStore(database));
  const { runId, sessionId } = await world.start(drawOrg(["lead"]), "Go");
  const session = await claimIn(world, sessionId);
  const emitted: RunEventBody[] = [];
  const context = { ...contextOf(session, "call"), emit: (event: RunEventBody) => void emitted.push(event) };
  expect(await files.ofCall(context)).toBeUndefined();

  const kept = await files.keep(context, { name: "report.md", content: new TextEncoder().encode("# Done") });
  // What was emitted is lost with the worker.
  const lost = emitted.splice(0);
  expect(await files.ofCall(context)).toEqual(kept);
  expect(emitted).toEqual(lost);
  expect(emitted).toMatchObject([{ type: "artifact.created", callId: "call", ...kept }]);

  await world.sessions.append(session, emitted.splice(0));
  expect(await files.ofCall(context)).toEqual(kept);
  expect(emitted).toEqual([]);
  expect((await world.events(runId)).filter(({ type }) => type === "artifact.created")).toHaveLength(1);
});

test("what nobody sees of a file's name is written out, so that it looks like no other kind of file", async () => {
  const files = createGivenFiles(database, createArtifactStore(database));
  const { runId, sessionId } = await world.start(drawOrg(["lead"]), "Go");
  const context = { ...contextOf(await claimIn(world, sessionId), "call"), emit: () => undefined };
  const names = { "photo\u202egpj.exe": "photo‹U+202E›gpj.exe", "a\u200b\nb.md": "a‹U+200B›‹U+000A›b.md" };
  for (const name of Object.keys(names)) await files.keep(context, { name, content: new Uint8Array([1]) });
  expect((await files.list(runId)).map(({ name }) => name)).toEqual(Object.values(names));
});
