import { existsSync } from "node:fs";
import { chown, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import { type Cluster, DATABASE_NAME, ProgramFailure, runPostgresProgram } from "./cluster.ts";
import {
  type ClusterSettings,
  createClusterSettings,
  readClusterSettings,
  writeClusterSettings,
} from "./cluster-settings.ts";

const MAJOR_VERSION = "18";

/**
 * Returns the settings of a cluster, which is made first when the data folder has none.
 *
 * Call it under the folder lock. The data directory appears under its name only when it is complete, so an interrupted
 * first start leaves nothing behind that a second one would trip over. An existing directory is only looked at: one that
 * is damaged or belongs to another PostgreSQL version is refused with an `AppError`.
 */
export async function ensureCluster(cluster: Cluster): Promise<ClusterSettings> {
  const { paths } = cluster;
  const settings = await readClusterSettings(paths.settings);
  const hasData = existsSync(paths.data) && (await readdir(paths.data)).length > 0;
  if (hasData) {
    await checkDataDirectory(paths.data);
    if (settings !== undefined) return settings;
    throw damaged(paths.data, `${paths.settings} is missing`);
  }
  const created = settings ?? (await createClusterSettings());
  await writeClusterSettings(paths.settings, created);
  await initialize(cluster, created);
  return created;
}

async function checkDataDirectory(data: string): Promise<void> {
  const version = (await readFile(join(data, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (version === "") throw damaged(data, "PG_VERSION is missing");
  if (version !== MAJOR_VERSION) {
    throw new AppError(
      "unavailable",
      `The database in ${data} was made by PostgreSQL ${version}, this OpenHive brings ${MAJOR_VERSION}: use the OpenHive version that made it, or choose another folder with OPENHIVE_DATA_DIR.`,
    );
  }
  if (!existsSync(join(data, "global", "pg_control"))) throw damaged(data, "global/pg_control is missing");
}

/** The one sentence for a data directory that PostgreSQL cannot use. */
export function damaged(data: string, reason: string, cause?: unknown): AppError {
  const message = `The database in ${data} is damaged (${reason}): restore the folder from a backup, or choose another with OPENHIVE_DATA_DIR.`;
  return new AppError("unavailable", message, { cause });
}

async function initialize(cluster: Cluster, settings: ClusterSettings): Promise<void> {
  const { paths, account } = cluster;
  const unfinished = `${paths.data}.new`;
  const passwordFile = join(paths.home, "password.new");
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await writeFile(passwordFile, settings.password, { mode: 0o600 });
    if (account !== undefined) await chown(passwordFile, account.uid, account.gid);
    await runPostgresProgram(cluster, "initdb", [
      `--pgdata=${unfinished}`,
      `--username=${DATABASE_NAME}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
      ...(cluster.isDisposable ? ["--no-sync"] : []),
    ]);
    await rename(unfinished, paths.data);
  } catch (cause) {
    throw notCreated(paths.home, cause);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function notCreated(home: string, cause: unknown): AppError {
  const printed = cause instanceof ProgramFailure ? cause.stderr.trim().split("\n").at(-1) : undefined;
  const reason = printed || (cause instanceof Error ? cause.message : String(cause));
  const message = `No database could be made in ${home} (${reason}): mend that, choose another folder with OPENHIVE_DATA_DIR, or name a PostgreSQL in DATABASE_URL.`;
  return new AppError("unavailable", message, { cause });
}
