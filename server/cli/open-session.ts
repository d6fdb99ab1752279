import { join } from "node:path";
import { type Container, createContainer } from "../container.ts";
import { type Environment, readEnvironment } from "../env.ts";
import { migrate } from "../store/postgres/migrate.ts";
import { type OpenDatabase, openDatabase } from "../store/postgres/open-database.ts";
import { prepareDatabase } from "../store/postgres/prepare-database.ts";
import { endOnSignal } from "./end-on-signal.ts";

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

/** For a command that waits for a database that cannot be reached. */
interface Waiting {
  /** Told after each attempt why the database is still waited for. */
  readonly onWaiting: (reason: string, attempts: number) => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/**
 * Opens the data folder, starting its database if nobody has. `close` gives everything back. Rejects where the database cannot
 * be reached; with `waiting` it waits for it instead.
 */
export async function openSession(role: CommandRole, waiting?: Waiting): Promise<CommandSession> {
  const environment = readEnvironment();
  const database = await openMigrated(environment, role, waiting);
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
  waiting: Waiting | undefined,
): Promise<OpenDatabase> {
  const options = { dataDir, databaseUrl, applicationName: `openhive-${role}` };
  if (waiting) return prepareDatabase({ ...options, ...waiting });
  const database = await openDatabase(options);
  try {
    await migrate(database.url);
    return database;
  } catch (error) {
    await database.release();
    throw error;
  }
}

/**
 * Runs `work` with an open session and closes it whatever happens. Told to end, the process closes it first, opened or half
 * opened: its PostgreSQL is out of reach of Ctrl-C and would stay behind.
 */
export async function withSession<Value>(
  role: CommandRole,
  work: (session: CommandSession) => Promise<Value>,
  onWaiting?: Waiting["onWaiting"],
): Promise<Value> {
  const leaving = new AbortController();
  const opening = openSession(role, onWaiting && { onWaiting, signal: leaving.signal });
  const end = endOnSignal(async () => {
    leaving.abort();
    const session = await opening.catch(() => undefined);
    await session?.close();
  });
  try {
    const session = await opening;
    await end.goOn();
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  } finally {
    await end.goOn();
    end.forget();
  }
}
