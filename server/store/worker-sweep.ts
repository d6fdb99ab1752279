import type { Client } from "pg";
import type { SessionId } from "../contract/ids.ts";
import { findForgotten, freeForgotten, type OwnedSession } from "./sessions/forgotten-sessions.ts";
import { FIRST_IN_LINE } from "./slots/first-in-line.ts";
import { freeLine } from "./slots/free-line.ts";

/** First half of the advisory lock key of every worker; the second is its id. */
export const LOCK_CLASS = 0x4f48;
/** Without a beat for so long a worker that is connected counts as hung. */
const HUNG = "15 seconds";

const READY = `select s.id from session s join run r on r.id = s.run_id
where s.status = 'ready' and not s.waiting_for_slot and r.status = 'running'
  and ($1::uuid[] is null or s.run_id in (select run_id from session where id = any($1::uuid[]))) limit 1000`;

/** What a worker finds that a crash, an outage or a lost message left behind. */
export interface WorkerSweep {
  /** Makes sessions whose worker is gone, or hung, ready again; of these workers alone, if some are given. */
  reclaim(only?: readonly number[]): Promise<{
    readonly sessions: readonly SessionId[];
    readonly isAnyGone: boolean;
    /** How many other workers there are, or were until now. */
    readonly others: number;
  }>;
  /**
   * Ready sessions, whoever left them: what a lost wake-up leaves behind. In the runs of these sessions alone, if some are given.
   * Not those that wait in line under a limit.
   */
  ready(only?: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Bytes of the table of sessions. */
  size(): Promise<number>;
  /** Of the sessions that wait in line under a limit the first, where there is room. */
  firstInLine(): Promise<readonly SessionId[]>;
  /**
   * For a worker that looks after its own sessions alone: of these the first in line, once dead workers hold no place and stand in
   * no line any more. Nothing where another worker looks after everybody.
   */
  freeLine(): Promise<readonly SessionId[]>;
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
      const found = await findWorkers(client, worker, only);
      // Twice in a row: after a standstill of the database everybody is late, and the next look tells who moves again.
      const hung = found.filter((one) => one.isLate && suspects.has(one.owner));
      suspects = new Set(found.filter((one) => one.isLate).map((one) => one.owner));
      const gone = found.filter((one) => one.isGone);
      const sessions: SessionId[] = [];
      try {
        for (const one of new Set([...gone, ...hung])) sessions.push(...(await reclaim(client, one, worker)));
      } finally {
        // All of them, whatever failed: a lock that is kept says for ever that its worker lives.
        for (const { owner } of gone) await unlock(client, owner);
      }
      return { sessions, isAnyGone: gone.length + hung.length > 0, others: found.length };
    },
    async ready(only) {
      if (!only) await freeUnowned(client);
      const found = await client.query<{ id: SessionId }>(READY, [only ?? null]);
      return found.rows.map((row) => row.id);
    },
    async size() {
      const found = await client.query<{ bytes: string }>("select pg_relation_size('session') as bytes");
      return Number(found.rows[0]?.bytes ?? 0);
    },
    async firstInLine() {
      const found = await client.query<{ id: SessionId }>(FIRST_IN_LINE);
      return found.rows.map((row) => row.id);
    },
    freeLine: () =>
      freeLine({
        client,
        worker,
        neighbours: () => findWorkers(client, worker, undefined),
        unlock: (owner) => unlock(client, owner),
      }),
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
  /** Its lock was free and is ours now. */
  readonly isGone: boolean;
  /** It gives signs of moving, as those do that look after everybody. */
  readonly isLookingAround: boolean;
}

/**
 * All others, or those asked for, and of those that are gone the locks: one statement, however many there are. A worker that asked each of a hundred
 * others by a statement of its own, once a second, would keep a whole processor busy with that alone.
 */
async function findWorkers(
  client: Client,
  worker: number,
  only: readonly number[] | undefined,
): Promise<readonly Owner[]> {
  const { rows } = await client.query<Owner>({
    name: "find-workers",
    text: `select id as owner, coalesce(seen_at < clock_timestamp() - $2::interval, false) as "isLate", seen_at is not null as "isLookingAround",
  pg_try_advisory_lock($3, id) as "isGone" from worker where id <> $1 and ($4::int[] is null or id = any($4))`,
    values: [worker, HUNG, LOCK_CLASS, only ?? null],
  });
  return rows;
}

/** A worker that was given up while it hung may have claimed one more session when it moved again, before it noticed. */
async function freeUnowned(client: Client): Promise<void> {
  await client.query(`update session s set status = 'ready', owner = null, fence = s.fence + 1
from run r where r.status = 'running' and r.id = s.run_id
  and s.status = 'running' and not exists (select 1 from worker w where w.id = s.owner)`);
}

/** Frees the sessions of a worker that is gone or hangs; those it queued are the heir's to take. */
async function reclaim(client: Client, { owner }: Owner, heir: number): Promise<readonly SessionId[]> {
  const freed = await client.query<{ id: SessionId }>(
    "update session set status = 'ready', owner = null, fence = fence + 1 where owner = $1 and status = 'running' returning id",
    [owner],
  );
  await client.query("update slot_waiter set worker = $2 where worker = $1", [owner, heir]);
  await client.query("delete from worker where id = $1", [owner]);
  return freed.rows.map((row) => row.id);
}

async function unlock(client: Client, owner: number): Promise<void> {
  await client.query("select pg_advisory_unlock($1, $2)", [LOCK_CLASS, owner]);
}
