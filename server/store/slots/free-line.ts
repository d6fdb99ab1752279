import type { ClientBase } from "pg";
import type { SessionId } from "../../contract/ids.ts";
import { FIRST_IN_LINE } from "./first-in-line.ts";

/** A worker beside this one. */
export interface Neighbour {
  readonly owner: number;
  /** It left without a word; its lock is this worker's for now. */
  readonly isGone: boolean;
  /** It looks after what others leave behind. */
  readonly isLookingAround: boolean;
}

export interface LinePlace {
  readonly client: ClientBase;
  readonly worker: number;
  /** All others; of those that are gone the locks. */
  neighbours(): Promise<readonly Neighbour[]>;
  /** Gives the lock of one that is gone back. */
  unlock(owner: number): Promise<void>;
}

/**
 * For a worker that goes on with nobody's sessions but its own, and has one that waits in line: what dead workers hold is given
 * back, and who stood in line for them stands aside, ready for whoever has their keys. Nothing where somebody else looks around,
 * who does more. Resolves with this worker's sessions that stand first now.
 */
export async function freeLine({
  client,
  worker,
  neighbours,
  unlock,
}: LinePlace): Promise<readonly SessionId[]> {
  const { rows } = await client.query("select from slot_waiter where worker = $1 limit 1", [worker]);
  if (rows.length === 0) return [];
  const found = await neighbours();
  const gone = found.filter(({ isGone }) => isGone);
  const isSomebodyThere = found.some((one) => !one.isGone && one.isLookingAround);
  try {
    if (!isSomebodyThere) for (const { owner } of gone) await standAside(client, owner);
  } finally {
    // All of them, whatever failed: a lock that is kept says for ever that its worker lives.
    for (const { owner } of gone) await unlock(owner);
  }
  if (isSomebodyThere) return [];
  const first = await client.query<{ id: SessionId }>(FIRST_IN_LINE);
  const mine = await client.query<{ id: SessionId }>(
    "select distinct session_id as id from slot_waiter where worker = $1 and session_id = any($2::uuid[])",
    [worker, first.rows.map(({ id }) => id)],
  );
  return mine.rows.map(({ id }) => id);
}

async function standAside(client: ClientBase, owner: number): Promise<void> {
  await client.query(
    `with left_line as (delete from slot_waiter where worker = $1 returning session_id)
update session set waiting_for_slot = false where id in (select session_id from left_line)`,
    [owner],
  );
  await client.query(
    "update session set status = 'ready', owner = null, fence = fence + 1 where owner = $1 and status = 'running'",
    [owner],
  );
  await client.query("delete from worker where id = $1", [owner]);
}
