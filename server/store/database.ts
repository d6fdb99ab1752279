import { type ClientBase, Pool, type PoolClient } from "pg";
import { toOutage } from "./to-outage.ts";

/** The one pool of this process for everything but the queue and the orgs' own tables. */
export type Database = Pool;
export type Transaction = PoolClient;
/** Whatever runs one statement: a pool or a connection. */
export type Queryable = Pick<ClientBase, "query">;

/** Milliseconds after which a database that does not answer counts as gone: a network that swallows everything says nothing. */
const SILENCE = 60_000;

/** What it rejects with is a `StoreUnavailableError` where the database cannot be used now. */
export function createDatabase(url: string, applicationName: string, silence = SILENCE): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: applicationName,
    max: 12,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: silence,
    query_timeout: silence,
  });
  // A connection that breaks while idle is replaced by the pool; the statement that needs one reports what is wrong.
  pool.on("error", () => undefined);
  // One that breaks between two statements of a transaction would otherwise end the process: the next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return sayOutages(pool);
}

/** Rejections pass through one place, so that an outage is told from a mistake everywhere in the same way. */
function sayOutages(pool: Pool): Pool {
  const rethrow = (error: unknown): never => {
    throw toOutage(error);
  };
  const { query, connect } = pool;
  const told =
    (method: (...args: never[]) => unknown) =>
    (...args: never[]): unknown => {
      const answer = method.apply(pool, args);
      return answer instanceof Promise ? answer.catch(rethrow) : answer;
    };
  pool.query = told(query as never) as never;
  pool.connect = told(connect as never) as never;
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
    throw toOutage(error);
  }
}
