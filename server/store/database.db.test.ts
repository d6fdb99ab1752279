import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createDatabase, type Database, inTransaction } from "./database.ts";

let place: TestDatabase;
let database: Database;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createDatabase(place.url, "openhive-test");
});
afterAll(async () => {
  await database.end();
  await place.close();
});

test("a connection that breaks between two statements fails its transaction and nothing else", async () => {
  const broken = inTransaction(database, async (transaction) => {
    const ended = new Promise((resolve) => transaction.once("end", () => resolve(undefined)));
    const { rows } = await transaction.query<{ pid: number }>("select pg_backend_pid() as pid");
    await database.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await ended;
    await transaction.query("select 1");
  });
  await expect(broken).rejects.toThrow();
  const { rows } = await database.query<{ answer: number }>("select 42 as answer");
  expect(rows).toEqual([{ answer: 42 }]);
});
