import { setTimeout as pause } from "node:timers/promises";
import { untilAborted } from "../../engine/until-aborted.ts";
import { HOLDER_CLASS, type LockConnection } from "./lock-connection.ts";

/** First halves of advisory lock keys; the second is made from the workspace's name. One process at a time waits as the next. */
const WORKSPACE_CLASS = 0x4f57;
const NEXT_CLASS = 0x4f56;
const KEYS = [NEXT_CLASS, WORKSPACE_CLASS];

const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 100;
/** Milliseconds between two looks whether the holder's worker was given up. */
const LOOK_EVERY = 1_000;
/** Milliseconds for which a database that is away is waited for. */
const PATIENCE = 30_000;

/** True: in. False: next, and in as soon as the holder leaves. Null: somebody else is next. */
const ENTER = `select case when pg_try_advisory_lock($1, hashtext($3))
  then case when pg_try_advisory_lock($2, hashtext($3)) then pg_advisory_unlock($1, hashtext($3)) else false end end as is`;
const ENTER_AS_NEXT =
  "select case when pg_try_advisory_lock($2, hashtext($3)) then pg_advisory_unlock($1, hashtext($3)) else false end as is";
const GIVE_UP_NEXT = "select pg_advisory_unlock($1, hashtext($2)) as is";
const LEAVE = "select pg_advisory_unlock($1, hashtext($2)) as is";

/** Ends connections that hold the workspace, or are next, for a worker that was given up: it hangs, or cannot be reached. */
const FREE = `select bool_or(pg_terminate_backend(held.pid)) as is from pg_locks held
join pg_locks holder on holder.pid = held.pid and holder.locktype = 'advisory' and holder.classid = $3 and holder.objsubid = 2
where held.locktype = 'advisory' and held.classid in ($1, $2) and held.objsubid = 2 and held.granted
  and held.database = (select oid from pg_database where datname = current_database())
  and held.objid::bigint = (hashtext($4)::bigint & 4294967295)
  and not exists (select from worker where id = holder.objid::bigint)`;

export interface Acquiring {
  /** The connection of now, made anew where the last one is gone. */
  connection(): Promise<LockConnection>;
  readonly workspace: string;
  readonly signal: AbortSignal;
}

interface Waiting extends Acquiring {
  isNext: boolean;
  last: LockConnection | undefined;
}

/**
 * Asks again and again: waiting in the database would keep the connection from everybody else here. Resolves with the connection
 * that holds the workspace now.
 */
export async function acquireWorkspace(acquiring: Acquiring): Promise<LockConnection> {
  const waiting: Waiting = { ...acquiring, isNext: false, last: undefined };
  const { signal } = acquiring;
  try {
    let lookAt = Date.now() + LOOK_EVERY;
    let giveUpAt = Date.now() + PATIENCE;
    for (let wait = FIRST_PAUSE; ; wait = Math.min(LONGEST_PAUSE, wait * 2)) {
      signal.throwIfAborted();
      const answer = await tryOnce(waiting).catch((error: unknown) => {
        if (signal.aborted || Date.now() > giveUpAt) throw error;
        return "away" as const;
      });
      if (answer === "in" && waiting.last) return waiting.last;
      if (answer !== "away") giveUpAt = Date.now() + PATIENCE;
      await pause(wait, undefined, { signal });
      if (Date.now() < lookAt) continue;
      lookAt = Date.now() + LOOK_EVERY;
      await freeAbandoned(waiting);
    }
  } catch (error) {
    if (waiting.isNext)
      void waiting.last?.ask(GIVE_UP_NEXT, [NEXT_CLASS, waiting.workspace]).catch(() => undefined);
    throw error;
  }
}

async function tryOnce(waiting: Waiting): Promise<"in" | "wait"> {
  const { workspace, signal } = waiting;
  const connection = await waiting.connection();
  if (connection !== waiting.last) waiting.isNext = false;
  waiting.last = connection;
  const asked = connection.ask(waiting.isNext ? ENTER_AS_NEXT : ENTER, [...KEYS, workspace]);
  const answer = await untilAborted(asked, signal, (late) => {
    if (late === true) releaseWorkspace(connection, workspace);
    // While it was asked the waiting ended, and nobody else gives this back.
    else if (late === false && !waiting.isNext)
      void connection.ask(GIVE_UP_NEXT, [NEXT_CLASS, workspace]).catch(() => undefined);
  });
  waiting.isNext = answer === false;
  return answer === true ? "in" : "wait";
}

/** Where this fails, the next look or the next attempt says so. */
async function freeAbandoned({ last, workspace }: Waiting): Promise<void> {
  await last?.ask(FREE, [WORKSPACE_CLASS, NEXT_CLASS, HOLDER_CLASS, workspace]).catch(() => undefined);
}

/** Where this fails the connection is gone, and the lock with it. */
export function releaseWorkspace(connection: LockConnection, workspace: string): void {
  void connection.ask(LEAVE, [WORKSPACE_CLASS, workspace]).catch(() => undefined);
}
