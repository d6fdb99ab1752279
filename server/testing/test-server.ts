import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { withDatabase } from "../store/postgres/database-url.ts";
import { migrate } from "../store/postgres/migrate.ts";
import { openDatabase } from "../store/postgres/open-database.ts";

/** The migrated database that every test database is copied from. */
export const TEMPLATE_DATABASE = "openhive_template";

/** A throw-away PostgreSQL with the template in it. */
export interface TestServer {
  readonly url: string;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** Starts a PostgreSQL that is lost when the power fails, in some seconds of processor time. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "openhive-test-"));
  const database = await openDatabase({
    dataDir,
    applicationName: "openhive-test-server",
    isDisposable: true,
  });
  await createTemplate(database.url);
  return {
    url: database.url,
    async close() {
      await database.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(withDatabase(url, TEMPLATE_DATABASE));
}
