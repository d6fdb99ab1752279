import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { type PlayedTurn, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** The schemas of orgs' own tables. */
async function teamSchemas(): Promise<readonly string[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname not in ('public', 'pgboss', 'information_schema') and nspname not like 'pg\\_%'",
  );
  await client.end();
  return rows.map((row) => row.name);
}

const EXEC = {
  calls: [{ name: "db_exec", input: { sql: "create table if not exists note (body text)" } }],
};

test("an org that is removed takes its live runs with it, and no late call makes its tables anew", async () => {
  await using folder = await makeDataFolder();
  let release = (_turn: object): void => undefined;
  const late = new Promise<object>((resolve) => {
    release = resolve;
  });
  const script: readonly PlayedTurn[] = [EXEC, () => late as never, { text: "This must not be asked for." }];
  await using models = await startModelServer({ handler: playByTurn({ lead: script }) });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using pages = await openHive({ ...place, role: "web" });
  await using _worker = await openHive({ ...place, role: "worker" });
  const org = await pages.addOrg(drawPlayedOrg(["lead"]));
  await using run = await pages.run(org, "Keep notes");
  await expect.poll(() => models.requests.length).toBe(2);
  expect(await teamSchemas()).toHaveLength(1);

  await pages.services.removeOrg(org.id);
  release(EXEC);
  expect(await run.finished()).toMatchObject({ status: "cancelled" });
  expect(await teamSchemas()).toEqual([]);
  expect((await pages.services.getRun(run.runId)).summary.status).toBe("cancelled");
  await expect(pages.run(org, "Another")).rejects.toMatchObject({ code: "not_found" });
});

test("a removal that a process left half done is finished by whoever is there", async () => {
  await using folder = await makeDataFolder();
  const never = new Promise<never>(() => undefined);
  await using models = await startModelServer({ handler: playByTurn({ lead: [EXEC, () => never] }) });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using hive = await openHive({ ...place, role: "all" });
  const org = await hive.addOrg(drawPlayedOrg(["lead"]));
  await using run = await hive.run(org, "Keep notes");
  await expect.poll(() => models.requests.length).toBe(2);
  expect(await teamSchemas()).toHaveLength(1);
  // As far as a process came that was killed right after its first commit.
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("update org set removed_at = now() - interval '1 minute' where id = $1", [org.id]);
  expect(await run.finished()).toMatchObject({ status: "cancelled" });
  await expect.poll(() => teamSchemas()).toEqual([]);
  const cleared = async () => (await client.query("select cleared_at is not null as is from org")).rows;
  await expect.poll(cleared).toEqual([{ is: true }]);
  await client.end();
});
