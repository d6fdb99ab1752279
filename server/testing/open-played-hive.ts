import { type ModelServer, startModelServer } from "./model-server.ts";
import { type Hive, makeDataFolder, openHive } from "./open-hive.ts";
import { playByTurn } from "./play-by-turn.ts";
import { modelVariables } from "./played-org.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/** OpenHive on a database and a data folder of its own, with agents played by a loopback model server. */
export interface PlayedHive {
  readonly hive: Hive;
  readonly models: ModelServer;
  readonly database: TestDatabase;
  readonly dataDir: string;
  /** Closes all of it. Throws where something was logged as an error that no test expected. */
  close(): Promise<void>;
}

/**
 * For the files that ask the services and look at whole runs: call it in `beforeAll` and `close` in `afterAll`. What the
 * agents do is told by `models.use(playByTurn(...))`. Takes environment variables besides those that the harness sets.
 */
export async function openPlayedHive(variables: Readonly<Record<string, string>> = {}): Promise<PlayedHive> {
  const database = await createTestDatabase();
  const folder = await makeDataFolder();
  const models = await startModelServer({ handler: playByTurn({}) });
  const hive = await openHive({
    url: database.url,
    dataDir: folder.path,
    role: "all",
    variables: { ...modelVariables(models), ...variables },
  });
  return {
    hive,
    models,
    database,
    dataDir: folder.path,
    async close() {
      await using _database = { [Symbol.asyncDispose]: () => database.close() };
      await using _folder = folder;
      await using _models = { [Symbol.asyncDispose]: () => models.close() };
      await hive.close();
    },
  };
}
