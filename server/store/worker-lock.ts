import { Client } from "pg";
import type { SessionId } from "../contract/ids.ts";
import { createWorkerSweep, LOCK_CLASS, type WorkerSweep } from "./worker-sweep.ts";

/** A worker's proof of life: the lock goes with its connection, however the process ends. */
export interface WorkerLock extends WorkerSweep {
  readonly worker: number;
  /** Says that this worker still moves. Rejects when others gave it up meanwhile: it owns nothing any more. */
  beat(): Promise<void>;
  /** Gives every session of this worker back, and the lock with them. Resolves with the sessions that others can go on with. */
  release(): Promise<readonly SessionId[]>;
}

export interface WorkerLockOptions {
  readonly url: string;
  readonly applicationName: string;
  /** The connection broke or fell silent: this worker owns nothing any more and has to stop and register anew. */
  onLost(error: unknown): void;
  /** Milliseconds after which a database that does not answer counts as gone. */
  readonly silence?: number;
}

/**
 * Longer than a database stands still that is merely busy. Others take over sooner where they get through, and whatever this worker
 * writes for a session that is not its own any more is refused: nothing depends on this number but when it starts anew.
 */
const SILENCE = 30_000;

export async function acquireWorkerLock({
  url,
  applicationName,
  onLost,
  silence = SILENCE,
}: WorkerLockOptions): Promise<WorkerLock> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: silence,
    query_timeout: silence,
    // What is written here is found again by whoever looks next: a crash of the database may forget it.
    options: "-c synchronous_commit=off",
  });
  // A connection that breaks may say so more than once; before there is a lock, what was asked on it says so.
  let isOver = true;
  const giveUp = (error: unknown): void => {
    if (isOver) return;
    isOver = true;
    onLost(error);
  };
  client.on("error", giveUp);
  const worker = await register(client).catch(async (error: unknown) => {
    await client.end().catch(() => undefined);
    throw error;
  });
  isOver = false;
  return {
    ...createWorkerSweep(client, worker),
    worker,
    async beat() {
      const error = await beat(client, worker);
      if (!error) return;
      giveUp(error);
      // Not in order: where nobody answers, a farewell would wait for ever.
      client.connection.stream.destroy();
      throw error;
    },
    async release() {
      isOver = true;
      const { rows: freed } = await client.query<{ id: SessionId }>(
        "update session set status = 'ready', owner = null, fence = fence + 1 where owner = $1 and status = 'running' returning id",
        [worker],
      );
      await client.query("delete from worker where id = $1", [worker]);
      await client.end();
      return freed.map((row) => row.id);
    },
  };
}

/** Why this worker owns nothing any more; undefined while it does. */
async function beat(client: Client, worker: number): Promise<unknown> {
  try {
    const { rowCount } = await client.query("update worker set seen_at = clock_timestamp() where id = $1", [
      worker,
    ]);
    if (rowCount === 1) return undefined;
    return new Error("Others gave this worker up because it did not move for a while. It starts anew.");
  } catch (error) {
    return error;
  }
}

async function register(client: Client): Promise<number> {
  await client.connect();
  // One statement: whoever sees the row finds its lock taken.
  const { rows } = await client.query<{ id: number }>(
    "with w as (insert into worker default values returning id) select id, pg_advisory_lock($1, id) from w",
    [LOCK_CLASS],
  );
  return rows[0]?.id ?? 0;
}
