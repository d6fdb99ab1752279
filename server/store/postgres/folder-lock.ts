import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../contract/app-error.ts";

const RETRY_MS = 50;

/**
 * Lets one process at a time do `work`, over all processes that name the same lock file.
 *
 * Node offers no file locks, but its SQLite does: an exclusive transaction on an empty database file holds one, and the
 * operating system lets go of it when the process dies, so there is no stale lock to recognise. Throws an `AppError`
 * when the lock is not free within `timeoutMs` or cannot be had at all, and whatever `work` throws.
 */
export async function withFolderLock<Result>(
  lockFile: string,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await acquire(lockFile, performance.now() + timeoutMs);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

async function acquire(lockFile: string, deadline: number): Promise<DatabaseSync> {
  for (;;) {
    const database = tryToLock(lockFile);
    if (database !== undefined) return database;
    if (performance.now() > deadline) {
      throw new AppError(
        "unavailable",
        `Another process keeps ${lockFile} locked: end it, then start again.`,
      );
    }
    await delay(RETRY_MS);
  }
}

/** Undefined while another process has the lock. */
function tryToLock(lockFile: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lockFile, { timeout: 0 });
    database.exec("BEGIN EXCLUSIVE");
    return database;
  } catch (cause) {
    database?.close();
    if (isBusy(cause)) return undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The file ${lockFile} cannot be locked (${reason}): correct the rights of the data folder or make room on its disk, or choose another with OPENHIVE_DATA_DIR.`;
    throw new AppError("unavailable", message, { cause });
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
