import { Client, type PoolClient } from "pg";
import type { Database } from "../server/store/database.ts";

/**
 * A database over one connection, which is handed to whoever asks while another has it: a hundred workers fit into a server this way,
 * and each does one thing at a time. Not for anything that does two.
 */
export async function openOneConnection(url: string, applicationName: string): Promise<Database> {
  const client = new Client({ connectionString: url, application_name: applicationName });
  // The statement that needs it reports what is wrong.
  client.on("error", () => undefined);
  await client.connect();
  const shared = Object.assign(client, { release: () => undefined }) as unknown as PoolClient;
  const database = {
    query: client.query.bind(client),
    connect: async () => shared,
    end: () => client.end(),
  };
  return database as unknown as Database;
}
