import { Pool } from "pg";

/**
 * Connections to the database of a test. `end` resolves before the server has let go of them, and dropping the database then cuts
 * what is left: that is told as an error of a connection that nobody uses any more, and no fault of the test.
 */
export function createTestPool(url: string, max = 10): Pool {
  const pool = new Pool({ connectionString: url, max });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
