import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { AppError } from "../../contract/app-error.ts";
import { StoreUnavailableError } from "../../engine/ports.ts";
import { toOutage } from "../to-outage.ts";
import { type Cluster, DATABASE_NAME } from "./cluster.ts";
import { prepareBinaries, prepareClusterHome } from "./cluster-home.ts";
import { ensureRunning, stopCluster } from "./cluster-process.ts";
import { damaged, ensureCluster } from "./create-cluster.ts";
import { findDatabaseAccount } from "./database-account.ts";
import { withApplicationName, withDatabase } from "./database-url.ts";
import { withFolderLock } from "./folder-lock.ts";
import { findPostgresBinaries } from "./postgres-binaries.ts";
import { createPresence, type Presence } from "./presence.ts";
import { withSocket } from "./socket-folder.ts";

const LOCK_TIMEOUT_MS = 150_000;
const START_TIMEOUT_MS = 60_000;
const OLDEST_SERVER = 150_000;
/** A server that is there answers in this time; one behind a closed door never does. */
const ANSWER_TIME_MS = 10_000;
const UNREACHABLE = { isUnreachable: true };

/** What `openDatabase` needs to know. */
export interface OpenDatabaseOptions {
  readonly dataDir: string;
  /** An existing PostgreSQL 15 or newer; without it the data folder's own is used. */
  readonly databaseUrl?: string | undefined;
  /** Starts with `openhive`; shown in `pg_stat_activity`, where it tells OpenHive's processes from others. */
  readonly applicationName: string;
  /** For tests: faster, and lost when the power fails. */
  readonly isDisposable?: boolean;
}

/** A database that is running and stays so until `release`. */
export interface OpenDatabase {
  /** Connect with this, unchanged: it names the process, which is how the last one out is found. */
  readonly url: string;
  readonly isEmbedded: boolean;
  /**
   * Says that this process needs the database no more; close your own connections first. An embedded PostgreSQL is
   * stopped when no other OpenHive process uses it. Never throws; calling it again does nothing.
   */
  release(): Promise<void>;
}

/**
 * Opens OpenHive's database: the one at `databaseUrl`, or the PostgreSQL embedded in the data folder, which is made,
 * started or joined as needed. Several processes may open one data folder at once.
 *
 * Throws an `AppError` whose message is one sentence for a person, and leaves the folder as it was, when it cannot.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const applicationName = `${options.applicationName}-${process.pid}`;
  if (options.databaseUrl !== undefined) return openServer(options.databaseUrl, applicationName);
  const cluster = await findCluster(resolve(options.dataDir), options.isDisposable ?? false);
  const lock = cluster.paths.lock;
  const presence = await withFolderLock(lock, LOCK_TIMEOUT_MS, () => join(cluster, applicationName));
  const release = async (): Promise<void> => {
    await withFolderLock(lock, LOCK_TIMEOUT_MS, async () => {
      if (await presence.leave()) await stopCluster(cluster);
    });
  };
  let released: Promise<void> | undefined;
  return {
    url: presence.url,
    isEmbedded: true,
    release() {
      released ??= release().catch(() => undefined);
      return released;
    },
  };
}

/** Whether it is worth trying again: a database that cannot be used now, or one at `DATABASE_URL` that nobody reaches, for whatever reason. */
export function isUnreachable(error: unknown): error is AppError {
  return error instanceof StoreUnavailableError || (error instanceof AppError && error.data === UNREACHABLE);
}

async function findCluster(dataDir: string, isDisposable: boolean): Promise<Cluster> {
  const account = await findDatabaseAccount();
  const paths = await prepareClusterHome(dataDir, account);
  const found = await findPostgresBinaries();
  // Two that start at the same moment must not copy over each other.
  const binaries = await withFolderLock(paths.lock, LOCK_TIMEOUT_MS, () =>
    prepareBinaries(found, paths, account),
  );
  return { paths, binaries, account, isDisposable };
}

async function join(cluster: Cluster, applicationName: string): Promise<Presence> {
  const settings = await ensureRunning(cluster, await ensureCluster(cluster));
  const server = `postgresql://${DATABASE_NAME}:${settings.password}@127.0.0.1:${settings.port}/${DATABASE_NAME}`;
  const url = withApplicationName(withSocket(server, cluster.paths), applicationName);
  try {
    await ensureDatabase(url);
    return await createPresence({ url, applicationName, revive: () => revive(cluster) });
  } catch (cause) {
    if (settings.isNewlyStarted) await stopCluster(cluster);
    throw toRefusal(cluster.paths.home, cause);
  }
}

/** Too many clients, a server that is still starting or a broken connection pass; what PostgreSQL says of its files does not. */
function toRefusal(home: string, cause: unknown): unknown {
  const isAboutFiles = cause instanceof DatabaseError && cause.code?.startsWith("58");
  const outage = isAboutFiles ? cause : toOutage(cause);
  if (outage instanceof AppError) return outage;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return damaged(home, reason, cause);
}

/** Brings PostgreSQL back after it died under us, on the port that everybody has in use. */
async function revive(cluster: Cluster): Promise<void> {
  await withFolderLock(cluster.paths.lock, LOCK_TIMEOUT_MS, async () => {
    await ensureRunning(cluster, await ensureCluster(cluster), { keepsPort: true });
  });
}

async function ensureDatabase(url: string): Promise<void> {
  const client = await connectWhenReady(withDatabase(url, "postgres"), performance.now() + START_TIMEOUT_MS);
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}

/** Connects to a server that may still be starting, because the process that started it died meanwhile. */
async function connectWhenReady(url: string, deadline: number): Promise<Client> {
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const isStarting = code === "57P03" || code === "ECONNREFUSED" || code === "ENOENT";
      if (!isStarting || performance.now() > deadline) throw error;
    }
    await delay(100);
  }
}

async function openServer(databaseUrl: string, applicationName: string): Promise<OpenDatabase> {
  const url = withApplicationName(databaseUrl, applicationName);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_TIME_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ version: string }>(
      "SELECT current_setting('server_version_num') AS version",
    );
    if (Number(answer.rows[0]?.version) < OLDEST_SERVER) {
      throw new AppError(
        "unavailable",
        "The database at DATABASE_URL is older than PostgreSQL 15: upgrade it, or name another.",
      );
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { host } = new URL(databaseUrl);
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The database at ${host} cannot be used (${reason}): check DATABASE_URL and that the server runs.`;
    throw new AppError("unavailable", message, { cause, data: UNREACHABLE });
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url, isEmbedded: false, release: async () => undefined };
}
