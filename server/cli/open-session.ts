import { join } from "node:path";
import { type Container, createContainer } from "../container.ts";
import { type Environment, readEnvironment } from "../env.ts";
import { migrate } from "../store/postgres/migrate.ts";
import { openDatabase } from "../store/postgres/open-database.ts";

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

/** Opens the data folder, starting its database if nobody has. `close` gives everything back. */
export async function openSession(role: CommandRole): Promise<CommandSession> {
  const environment = readEnvironment();
  const database = await openDatabase({
    dataDir: environment.dataDir,
    databaseUrl: environment.databaseUrl,
    applicationName: `openhive-${role}`,
  });
  try {
    await migrate(database.url);
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

/** Runs `work` with an open session and closes it whatever happens. */
export async function withSession<Value>(
  role: CommandRole,
  work: (session: CommandSession) => Promise<Value>,
): Promise<Value> {
  const session = await openSession(role);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
