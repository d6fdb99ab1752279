import { Client } from "pg";
import type { SessionId } from "../contract/ids.ts";

/** First half of the advisory lock key of every worker; the second is its id. */
const LOCK_CLASS = 0x4f48;

/** A worker's proof of life: the lock goes with its connection, however the process ends. */
export interface WorkerLock {
  readonly worker: number;
  /** Sessions whose worker is gone, made ready again. */
  reclaim(): Promise<readonly SessionId[]>;
  /** Ready sessions, whoever left them: what a lost wake-up leaves behind. */
  ready(): Promise<readonly SessionId[]>;
  /** Those of these sessions that are not this worker's any more: taken over, stopped or over. */
  lost(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Gives every session of this worker back, and the lock with them. Resolves with the sessions that others can go on with. */
  release(): Promise<readonly SessionId[]>;
}

export interface WorkerLockOptions {
  readonly url: string;
  readonly applicationName: string;
  /** The connection broke: this worker owns nothing any more and has to stop and register anew. */
  onLost(error: unknown): void;
}

export async function acquireWorkerLock({
  url,
  applicationName,
  onLost,
}: WorkerLockOptions): Promise<WorkerLock> {
  const client = new Client({ connectionString: url, application_name: applicationName, keepAlive: true });
  await client.connect();
  // A connection that breaks may say so more than once.
  let isOver = false;
  client.on("error", (error) => {
    if (isOver) return;
    isOver = true;
    onLost(error);
  });
  const { rows } = await client.query<{ id: number }>("insert into worker default values returning id");
  const worker = rows[0]?.id ?? 0;
  await client.query("select pg_advisory_lock($1, $2)", [LOCK_CLASS, worker]);
  return {
    worker,
    reclaim: () => reclaim(client, worker),
    async ready() {
      const found = await client.query<{ id: SessionId }>(
        "select s.id from session s join run r on r.id = s.run_id where s.status = 'ready' and r.status = 'running' limit 1000",
      );
      return found.rows.map((row) => row.id);
    },
    async lost(sessions) {
      const found = await client.query<{ id: SessionId }>(
        `select held.id from unnest($1::uuid[]) as held(id)
where not exists (select 1 from session s where s.id = held.id and s.owner = $2 and s.status = 'running')`,
        [sessions, worker],
      );
      return found.rows.map((row) => row.id);
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

async function reclaim(client: Client, worker: number): Promise<readonly SessionId[]> {
  const owners = await client.query<{ owner: number }>(
    "select distinct owner from session where status = 'running' and owner is not null and owner <> $1",
    [worker],
  );
  const sessions: SessionId[] = [];
  for (const { owner } of owners.rows) {
    const taken = await client.query<{ gone: boolean }>("select pg_try_advisory_lock($1, $2) as gone", [
      LOCK_CLASS,
      owner,
    ]);
    if (!taken.rows[0]?.gone) continue;
    const freed = await client.query<{ id: SessionId }>(
      "update session set status = 'ready', owner = null, fence = fence + 1 where owner = $1 and status = 'running' returning id",
      [owner],
    );
    sessions.push(...freed.rows.map((row) => row.id));
    await client.query("delete from worker where id = $1", [owner]);
    await client.query("select pg_advisory_unlock($1, $2)", [LOCK_CLASS, owner]);
  }
  return sessions;
}
