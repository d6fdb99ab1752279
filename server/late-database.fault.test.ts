import { existsSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePort } from "./store/postgres/cluster-settings.ts";
import { createDatabaseWay, type DatabaseWay } from "./testing/database-way.ts";
import { hiveVariables, makeDataFolder, PROJECT_FOLDER } from "./testing/open-hive.ts";
import { startHiveProcess } from "./testing/open-hive-process.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let way: DatabaseWay;
beforeEach(async () => {
  database = await createTestDatabase();
  way = await createDatabaseWay(database.url, { isCut: true });
});
afterEach(async () => {
  await way.close();
  await database.close();
});

const WAITS = "OpenHive tries again every second.";
const PORT = await findFreePort();
const address = `http://127.0.0.1:${PORT}`;

async function ask(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`${address}${path}`);
  return { status: answer.status, text: await answer.text() };
}

/** What a page of another name gets. */
function askAs(host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get({ host: "127.0.0.1", port: PORT, path: "/orgs", headers: { host } }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).once("error", reject);
  return promise;
}

test("pages without a database say what to do, and are there by themselves when it comes", {
  skip: !existsSync(join(PROJECT_FOLDER, ".next", "BUILD_ID")),
}, async () => {
  await using folder = await makeDataFolder();
  const variables = hiveVariables(folder.path, { DATABASE_URL: way.url, PORT: String(PORT) });
  await using server = startHiveProcess([], { variables, program: "bin/serve.mjs" });
  await server.said(WAITS);
  expect(await ask("/api/health/live")).toMatchObject({ status: 200 });
  const health = await ask("/api/health");
  expect({ ...health, text: JSON.parse(health.text) }).toEqual({
    status: 503,
    text: { status: "unavailable", missing: "database" },
  });
  const page = await ask("/orgs");
  expect(page.status).toBe(503);
  expect(page.text).toContain("OpenHive waits for its database");
  expect(page.text).toContain("check DATABASE_URL and that the server runs");
  expect(page.text).not.toContain(new URL(way.url).password);
  expect(await askAs("evil.example")).toBe(403);

  way.mend();
  await server.said("OpenHive is ready at");
  expect(await ask("/api/health")).toMatchObject({ status: 200 });
  expect(await ask("/orgs")).toMatchObject({ status: 200, text: expect.stringContaining("<title>Orgs") });
  way.cut();
  await expect
    .poll(async () => JSON.parse((await ask("/api/health")).text))
    .toEqual({
      status: "unavailable",
      missing: "database",
    });
  way.mend();
  await expect.poll(async () => (await ask("/api/health")).status).toBe(200);
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test("a worker that starts before its database waits for it, and answers for its health meanwhile", async () => {
  await using folder = await makeDataFolder();
  const more = { DATABASE_URL: way.url, PORT: String(PORT), OPENHIVE_ROLE: "worker" };
  await using worker = startHiveProcess([], {
    variables: hiveVariables(folder.path, more),
    program: "bin/serve.mjs",
  });
  await worker.said(WAITS);
  expect(await ask("/api/health/live")).toMatchObject({ status: 200 });
  expect(await ask("/api/health")).toMatchObject({ status: 503 });
  way.mend();
  await worker.said("OpenHive is ready at");
  expect(await ask("/api/health")).toMatchObject({ status: 200 });
  expect(await worker.stop()).toMatchObject({ code: 0 });
});

test("the worker command waits as well, and says so once", async () => {
  await using folder = await makeDataFolder();
  const variables = hiveVariables(folder.path, { DATABASE_URL: way.url });
  await using worker = startHiveProcess(["worker"], { variables });
  await worker.said(WAITS);
  await expect.poll(() => way.attempts.length).toBeGreaterThanOrEqual(3);
  way.mend();
  await worker.said("OpenHive is working.");
  const { code, stderr } = await worker.stop();
  expect(code).toBe(0);
  expect(stderr.split(WAITS)).toHaveLength(2);
});

test("who waits for a database can be stopped", async () => {
  await using folder = await makeDataFolder();
  const more = { DATABASE_URL: way.url, PORT: String(PORT), OPENHIVE_ROLE: "worker" };
  await using worker = startHiveProcess([], {
    variables: hiveVariables(folder.path, more),
    program: "bin/serve.mjs",
  });
  await worker.said(WAITS);
  expect(await worker.stop()).toMatchObject({ code: 0 });
});

test("a database that is there and must not be used is refused at once", async () => {
  await using folder = await makeDataFolder();
  way.mend();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '99990101000000_of_tomorrow', now())",
  );
  await client.end();
  await using worker = startHiveProcess(["worker"], {
    variables: hiveVariables(folder.path, { DATABASE_URL: way.url }),
  });
  expect(await worker.ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("made by a newer OpenHive"),
  });
});
