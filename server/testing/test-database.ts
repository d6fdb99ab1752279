import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { withDatabase } from "../store/postgres/database-url.ts";
import { TEMPLATE_DATABASE } from "./postgres-setup.ts";

/** A migrated database that nobody else uses. */
export interface TestDatabase {
  readonly url: string;
  /** Drops it, cutting connections that are still open. */
  close(): Promise<void>;
}

/**
 * Makes a database of its own for a test file (`*.db.test.ts` or `*.fault.test.ts`), copied from a migrated template in
 * some 50 ms. Call `close` in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `openhive_test_${randomBytes(6).toString("hex")}`;
  const serverUrl = inject("databaseServerUrl");
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY wal_log`);
  return {
    url: withDatabase(serverUrl, name),
    close: () => administer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
