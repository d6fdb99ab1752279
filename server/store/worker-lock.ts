import { Client } from "pg";
import type { SessionId } from "../contract/ids.ts";

/** First half of the advisory lock key of every worker; the second is its id. */
const LOCK_CLASS = 0x4f48;
/** Without a beat for so long a worker that is connected counts as hung. */
const HUNG = "15 seconds";

/** Who stands first where there is room. */
const FIRST_IN_LINE = `select distinct w.session_id as id
from slot_limit l cross join lateral (
  select waiter.session_id from slot_waiter waiter join session s on s.id = waiter.session_id join run r on r.id = s.run_id
  where waiter.key = l.key and s.status = 'ready' and r.status = 'running'
  order by waiter.number limit least(50, greatest(0, l.capacity - (select count(*) from slot where slot.key = l.key)))
) w`;

/** A worker's proof of life: the lock goes with its connection, however the process ends. */
export interface WorkerLock {
  readonly worker: number;
  /** Says that this worker still moves. Rejects when others gave it up meanwhile: it owns nothing any more. */
  beat(): Promise<void>;
  /** Sessions whose worker is gone, or hung, made ready again. */
  reclaim(): Promise<readonly SessionId[]>;
  /**
   * Ready sessions, whoever left them: what a lost wake-up leaves behind. Of those that wait in line under a limit only the
   * first, and only where there is room.
   */
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
  const giveUp = (error: unknown): void => {
    if (isOver) return;
    isOver = true;
    onLost(error);
  };
  client.on("error", giveUp);
  const { rows } = await client.query<{ id: number }>("insert into worker default values returning id");
  const worker = rows[0]?.id ?? 0;
  await client.query("select pg_advisory_lock($1, $2)", [LOCK_CLASS, worker]);
  let suspects: ReadonlySet<number> = new Set();
  return {
    worker,
    async beat() {
      const { rowCount } = await client.query("update worker set seen_at = clock_timestamp() where id = $1", [
        worker,
      ]);
      if (rowCount === 1) return;
      const error = new Error(
        "Others gave this worker up because it did not move for a while. It starts anew.",
      );
      giveUp(error);
      await client.end().catch(() => undefined);
      throw error;
    },
    async reclaim() {
      const found = await findOwners(client, worker);
      // Twice in a row: after a standstill of the database everybody is late, and the next look tells who moves again.
      const hung = found.filter((one) => one.isLate && suspects.has(one.owner));
      suspects = new Set(found.filter((one) => one.isLate).map((one) => one.owner));
      const sessions: SessionId[] = [];
      for (const { owner } of found) {
        const isHung = hung.some((one) => one.owner === owner);
        sessions.push(...(await reclaim(client, { owner, isHung, heir: worker })));
      }
      return sessions;
    },
    async ready() {
      const found = await client.query<{ id: SessionId }>(
        "select s.id from session s join run r on r.id = s.run_id where s.status = 'ready' and not s.waiting_for_slot and r.status = 'running' limit 1000",
      );
      const waiting = await client.query<{ id: SessionId }>(FIRST_IN_LINE);
      return [...found.rows, ...waiting.rows].map((row) => row.id);
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

interface Owner {
  readonly owner: number;
  /** It said that it moves, but not lately. */
  readonly isLate: boolean;
}

async function findOwners(client: Client, worker: number): Promise<readonly Owner[]> {
  const { rows } = await client.query<Owner>(
    `select distinct s.owner, coalesce(w.seen_at < clock_timestamp() - $2::interval, false) as "isLate"
from (select owner from session where status = 'running' union select worker from slot_waiter) s
  left join worker w on w.id = s.owner where s.owner is not null and s.owner <> $1`,
    [worker, HUNG],
  );
  return rows;
}

/** Frees the sessions of a worker whose lock can be taken, or who is known to hang; those it queued are the heir's to take. */
async function reclaim(
  client: Client,
  { owner, isHung, heir }: { readonly owner: number; readonly isHung: boolean; readonly heir: number },
): Promise<readonly SessionId[]> {
  const taken = await client.query<{ gone: boolean }>("select pg_try_advisory_lock($1, $2) as gone", [
    LOCK_CLASS,
    owner,
  ]);
  const isGone = taken.rows[0]?.gone ?? false;
  if (!isGone && !isHung) return [];
  const freed = await client.query<{ id: SessionId }>(
    "update session set status = 'ready', owner = null, fence = fence + 1 where owner = $1 and status = 'running' returning id",
    [owner],
  );
  await client.query("update slot_waiter set worker = $2 where worker = $1", [owner, heir]);
  await client.query("delete from worker where id = $1", [owner]);
  if (isGone) await client.query("select pg_advisory_unlock($1, $2)", [LOCK_CLASS, owner]);
  return freed.rows.map((row) => row.id);
}
