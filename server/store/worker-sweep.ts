import type { Client } from "pg";
import type { SessionId } from "../contract/ids.ts";
import { findForgotten, freeForgotten, type OwnedSession } from "./sessions/forgotten-sessions.ts";

/** First half of the advisory lock key of every worker; the second is its id. */
export const LOCK_CLASS = 0x4f48;
/** Without a beat for so long a worker that is connected counts as hung. */
const HUNG = "15 seconds";

/** Who stands first where there is room. */
const FIRST_IN_LINE = `select distinct w.session_id as id
from slot_limit l cross join lateral (
  select waiter.session_id from slot_waiter waiter join session s on s.id = waiter.session_id join run r on r.id = s.run_id
  where waiter.key = l.key and s.status = 'ready' and r.status = 'running'
  order by waiter.number limit least(50, greatest(0, l.capacity - (select count(*) from slot where slot.key = l.key)))
) w`;

const READY = `select s.id from session s join run r on r.id = s.run_id
where s.status = 'ready' and not s.waiting_for_slot and r.status = 'running'
  and ($1::uuid[] is null or s.run_id in (select run_id from session where id = any($1::uuid[]))) limit 1000`;

/** What a worker finds that a crash, an outage or a lost message left behind. */
export interface WorkerSweep {
  /** Sessions whose worker is gone, or hung, made ready again; those of these workers alone, if some are given. */
  reclaim(only?: readonly number[]): Promise<readonly SessionId[]>;
  /**
   * Ready sessions, whoever left them: what a lost wake-up leaves behind. Of those that wait in line under a limit only the
   * first, and only where there is room. In the runs of these sessions alone, if some are given.
   */
  ready(only?: readonly SessionId[]): Promise<readonly SessionId[]>;
  /**
   * Sessions that are this worker's though it does not work on them, made ready again when two calls in a row find them: what an
   * outage of the database leaves behind. `atWork`: those it works on.
   */
  forgotten(atWork: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Those of these sessions that another worker works on, or that are over. */
  elsewhere(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Those of these sessions that are not this worker's any more: taken over, stopped or over. */
  lost(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
}

/** On the connection that holds the worker's lock. */
export function createWorkerSweep(client: Client, worker: number): WorkerSweep {
  let suspects: ReadonlySet<number> = new Set();
  let seenForgotten: readonly OwnedSession[] = [];
  return {
    async reclaim(only) {
      const found = (await findOwners(client, worker)).filter(({ owner }) => only?.includes(owner) ?? true);
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
    async ready(only) {
      const found = await client.query<{ id: SessionId }>(READY, [only ?? null]);
      if (only) return found.rows.map((row) => row.id);
      const waiting = await client.query<{ id: SessionId }>(FIRST_IN_LINE);
      return [...found.rows, ...waiting.rows].map((row) => row.id);
    },
    async forgotten(atWork) {
      const found = await findForgotten(client, worker, atWork);
      const isOld = (one: OwnedSession): boolean =>
        seenForgotten.some((other) => other.id === one.id && other.fence === one.fence);
      const old = found.filter(isOld);
      seenForgotten = found;
      return freeForgotten(client, worker, old);
    },
    async elsewhere(sessions) {
      const found = await client.query<{ id: SessionId }>(
        `select id from session where id = any($1::uuid[])
and (status in ('completed', 'failed', 'cancelled') or status = 'running' and owner <> $2)`,
        [sessions, worker],
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
