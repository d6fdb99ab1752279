import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { withDatabase } from "../store/postgres/database-url.ts";
import { migrate } from "../store/postgres/migrate.ts";
import { openDatabase } from "../store/postgres/open-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A throw-away PostgreSQL, shared by all test files of a run. */
    databaseServerUrl: string;
  }
}

/** The migrated database that every test database is copied from. */
export const TEMPLATE_DATABASE = "openhive_template";

/** Starts one PostgreSQL for a whole test run and stops it afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "openhive-test-"));
  const database = await openDatabase({
    dataDir,
    applicationName: "openhive-test-server",
    isDisposable: true,
  });
  await createTemplate(database.url);
  project.provide("databaseServerUrl", database.url);
  return async () => {
    await database.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function createTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(withDatabase(url, TEMPLATE_DATABASE));
}
