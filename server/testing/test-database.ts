import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { withDatabase } from "../store/postgres/database-url.ts";
import { TEMPLATE_DATABASE } from "./test-server.ts";

/** A migrated database that nobody else uses. */
export interface TestDatabase {
  readonly url: string;
  /** Asks it as its owner, over a connection that is closed again: for what no service tells. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Drops it, cutting connections that are still open. */
  close(): Promise<void>;
}

/**
 * Makes a database of its own for a test file (`*.db.test.ts` or `*.fault.test.ts`), copied from a migrated template in
 * some 50 ms. Call `close` in `afterAll`. Other files use the same server at the same time: roles are shared with them, databases
 * are not.
 */
export async function createTestDatabase(serverUrl = inject("databaseServerUrl")): Promise<TestDatabase> {
  const name = `openhive_test_${randomBytes(6).toString("hex")}`;
  await ask(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY wal_log`);
  const url = withDatabase(serverUrl, name);
  return {
    url,
    query: (text, values) => ask(url, text, values),
    async close() {
      await ask(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function ask<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
