import { migrate } from "../store/postgres/migrate.ts";
import { openDatabase } from "../store/postgres/open-database.ts";
import { type Hive, makeDataFolder, openHive } from "./open-hive.ts";

/** A data folder with its embedded database, held open so that commands join it instead of starting their own. */
export interface HeldFolder extends AsyncDisposable {
  readonly path: string;
  readonly url: string;
  /** OpenHive's pages on it, in this process. */
  readonly hive: Hive;
}

/** Makes a data folder, starts its database, and lets go of both at the end. `isDisposable`: no test kills the database. */
export async function holdDataFolder({ isDisposable = true } = {}): Promise<HeldFolder> {
  const folder = await makeDataFolder();
  const database = await openDatabase({
    dataDir: folder.path,
    applicationName: "openhive-test-holder",
    isDisposable,
  });
  await migrate(database.url);
  const hive = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  return {
    path: folder.path,
    url: database.url,
    hive,
    async [Symbol.asyncDispose]() {
      await hive.close().finally(() => database.release());
      await folder[Symbol.asyncDispose]();
    },
  };
}
