import { Pool, type PoolClient } from "pg";

/** The one pool of this process for everything but the queue and the orgs' own tables. */
export type Database = Pool;
export type Transaction = PoolClient;

export function createDatabase(url: string, applicationName: string): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: applicationName,
    max: 12,
    idleTimeoutMillis: 30_000,
  });
  // A connection that breaks while idle is replaced by the pool; the statement that needs one reports what is wrong.
  pool.on("error", () => undefined);
  return pool;
}

/** Runs `work` in one transaction; a rejection rolls everything back. */
export async function inTransaction<Value>(
  database: Database,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const client = await database.connect();
  try {
    await client.query("begin");
    const value = await work(client);
    await client.query("commit");
    client.release();
    return value;
  } catch (error) {
    const isBroken = await client.query("rollback").then(
      () => false,
      () => true,
    );
    client.release(isBroken);
    throw error;
  }
}
