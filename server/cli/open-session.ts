import { join } from "node:path";
import { type Container, createContainer } from "../container.ts";
import { type Environment, readEnvironment } from "../env.ts";
import { migrate } from "../store/postgres/migrate.ts";
import { type OpenDatabase, openDatabase } from "../store/postgres/open-database.ts";
import { prepareDatabase } from "../store/postgres/prepare-database.ts";

/** OpenHive as one command uses it: on the data folder, beside a server or without one. */
export interface CommandSession extends Container {
  readonly environment: Environment;
}

export type CommandRole =
  /** Reads and writes, and works on nothing. */
  | "client"
  /** Works on the runs it starts itself, with this process's own keys. */
  | "own-runs"
  /** Works for everybody. */
  | "worker";

/** Told after each attempt why a database is still waited for. */
type OnWaiting = (reason: string, attempts: number) => void;

/**
 * Opens the data folder, starting its database if nobody has. `close` gives everything back. Rejects where the database cannot
 * be reached; with `onWaiting` it waits for it instead.
 */
export async function openSession(role: CommandRole, onWaiting?: OnWaiting): Promise<CommandSession> {
  const environment = readEnvironment();
  const database = await openMigrated(environment, role, onWaiting);
  try {
    const container = await createContainer({
      environment: { ...environment, role: role === "client" ? "web" : "all" },
      url: database.url,
      projectFolder: join(import.meta.dirname, "..", ".."),
      applicationName: `openhive-${role}-${process.pid}`,
      keepsOwnRuns: role !== "worker",
    });
    return {
      ...container,
      environment,
      async close() {
        await container.close();
        await database.release();
      },
    };
  } catch (error) {
    await database.release();
    throw error;
  }
}

async function openMigrated(
  { dataDir, databaseUrl }: Environment,
  role: CommandRole,
  onWaiting: OnWaiting | undefined,
): Promise<OpenDatabase> {
  const options = { dataDir, databaseUrl, applicationName: `openhive-${role}` };
  if (onWaiting) return prepareDatabase({ ...options, onWaiting, signal: new AbortController().signal });
  const database = await openDatabase(options);
  try {
    await migrate(database.url);
    return database;
  } catch (error) {
    await database.release();
    throw error;
  }
}

/** Runs `work` with an open session and closes it whatever happens. */
export async function withSession<Value>(
  role: CommandRole,
  work: (session: CommandSession) => Promise<Value>,
  onWaiting?: OnWaiting,
): Promise<Value> {
  const session = await openSession(role, onWaiting);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
