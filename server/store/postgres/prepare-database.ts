import { setTimeout as delay } from "node:timers/promises";
import { toOutage } from "../to-outage.ts";
import { migrate } from "./migrate.ts";
import { isUnreachable, type OpenDatabase, type OpenDatabaseOptions, openDatabase } from "./open-database.ts";

const RETRY = 1_000;

export interface PrepareDatabaseOptions extends OpenDatabaseOptions {
  /** Told after each attempt why it failed, in one sentence for a person, and how many there were. */
  onWaiting(reason: string, attempts: number): void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Milliseconds between attempts. */
  readonly retryDelay?: number;
}

/**
 * Opens the database and brings it up to date, however long it takes to become reachable: for processes that stay. A database that
 * is reached but must not be used (too old, made by a newer OpenHive, damaged) is not waited for: that throws as
 * `openDatabase` and `migrate` do. Rejects when `signal` ends it.
 */
export async function prepareDatabase(options: PrepareDatabaseOptions): Promise<OpenDatabase> {
  let attempts = 0;
  for (;;) {
    options.signal.throwIfAborted();
    try {
      return await prepareOnce(options);
    } catch (error) {
      const outage = isUnreachable(error) ? error : toOutage(error);
      if (!isUnreachable(outage)) throw error;
      attempts += 1;
      options.onWaiting(outage.message, attempts);
    }
    await delay(options.retryDelay ?? RETRY, undefined, { signal: options.signal });
  }
}

async function prepareOnce(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const database = await openDatabase(options);
  try {
    await migrate(database.url);
    return database;
  } catch (error) {
    await database.release();
    throw error;
  }
}
