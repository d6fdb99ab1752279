import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { withDatabase } from "./database-url.ts";
import { checkVersion, migrate } from "./migrate.ts";

let folder: string;
let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-migrations-"));
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  // The template is migrated already; these tests bring their own migrations to an empty database.
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
});

afterEach(async () => {
  await client.end();
  await database.close();
  await rm(folder, { recursive: true });
});

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "migration.sql"), sql);
}

test("migrations are applied in order, once", async () => {
  await writeMigration("2_second", "ALTER TABLE thing ADD COLUMN name text");
  await writeMigration("1_first", "CREATE TABLE thing (id int)");
  expect(await migrate(database.url, folder)).toEqual(["1_first", "2_second"]);
  expect(await migrate(database.url, folder)).toEqual([]);
  await client.query("SELECT id, name FROM thing");
});

test("two processes migrating at once apply each migration once", async () => {
  await writeMigration("1_first", "CREATE TABLE thing (id int)");
  const applied = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)]);
  expect(applied.flat()).toEqual(["1_first"]);
});

test("a failing migration is undone whole and named", async () => {
  await writeMigration("1_first", "CREATE TABLE thing (id int); SELECT broken");
  await expect(migrate(database.url, folder)).rejects.toThrow(/1_first failed and was undone/);
  const found = await client.query("SELECT to_regclass('thing') AS thing");
  expect(found.rows[0]).toEqual({ thing: null });
});

test("a database with a migration this code does not know is refused and left as it is", async () => {
  await writeMigration("1_first", "CREATE TABLE thing (id int)");
  await writeMigration("2_from_the_future", "CREATE TABLE other (id int)");
  await migrate(database.url, folder);
  await rm(join(folder, "2_from_the_future"), { recursive: true });
  await writeMigration("3_ours", "CREATE TABLE ours (id int)");
  await expect(checkVersion(database.url, folder)).rejects.toThrow(/made by a newer OpenHive/);
  await expect(migrate(database.url, folder)).rejects.toThrow(/made by a newer OpenHive/);
  const found = await client.query("SELECT to_regclass('ours') AS ours");
  expect(found.rows[0]).toEqual({ ours: null });
});

test("a migration that was edited after it had been applied is refused", async () => {
  await writeMigration("1_first", "CREATE TABLE thing (id int)");
  await migrate(database.url, folder);
  await writeMigration("1_first", "CREATE TABLE thing (id bigint)");
  await expect(migrate(database.url, folder)).rejects.toThrow(/1_first is not the one/);
});

test("checking a database that is behind changes nothing", async () => {
  await writeMigration("1_first", "CREATE TABLE thing (id int)");
  await checkVersion(database.url, folder);
  const found = await client.query("SELECT to_regclass('_prisma_migrations') AS migrations");
  expect(found.rows[0]).toEqual({ migrations: null });
});

test("the URL keeps its options when the database changes", () => {
  expect(withDatabase("postgresql://a:b@127.0.0.1:1/x?application_name=y", "z")).toBe(
    "postgresql://a:b@127.0.0.1:1/z?application_name=y",
  );
});
