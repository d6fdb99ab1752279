import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createProviderLimits } from "./provider-limits.ts";

let database: TestDatabase;
let pool: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createDatabase(database.url, "openhive-test");
  await pool.query(
    "insert into provider (id, kind, name, max_concurrent_sessions) values ('a', 'openai', 'A', 3), ('b', 'openai', 'B', null)",
  );
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

test("what is set for a provider counts more than what the environment says of it", async () => {
  const environment = new Map([
    ["a", 10],
    ["b", 20],
  ]);
  expect([...(await createProviderLimits(pool, environment).read())]).toEqual([
    ["a", 3],
    ["b", 20],
  ]);
});

test("a limit must let something through", async () => {
  await expect(
    pool.query("update provider set max_concurrent_sessions = 0 where id = 'a'"),
  ).rejects.toMatchObject({ constraint: "provider_max_concurrent_sessions" });
});
