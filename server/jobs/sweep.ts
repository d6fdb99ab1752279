import type { SessionId } from "../contract/ids.ts";
import type { SessionRunner } from "./session-runner.ts";

/** What a worker can find out about sessions, its own and others'. */
export interface SweptSessions {
  /** Says that this worker still moves; rejects when it was given up. */
  beat(): Promise<void>;
  /** Sessions whose worker is gone, made ready; those of these workers alone, if some are given. */
  reclaim(only?: readonly number[]): Promise<readonly SessionId[]>;
  /** Sessions that are ready now; in the runs of these sessions alone, if some are given. */
  ready(only?: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Sessions of this worker that it does not work on, made ready when it is sure. */
  forgotten(atWork: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Those of these sessions that this worker does not own any more. */
  lost(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Those of these sessions that another worker works on, or that are over. */
  elsewhere(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
}

/** What this process keeps for sessions while they sleep: servers that were started for them. */
export interface SessionBelongings {
  sessions(): readonly SessionId[];
  close(sessionId: SessionId): void;
}

/** What a worker that leaves others' sessions to them looks after. */
export interface OwnWork {
  /** Former registrations of this process. */
  readonly workers: ReadonlySet<number>;
  /** A session of each of its runs. */
  readonly sessions: ReadonlySet<SessionId>;
}

export interface SweepDeps {
  readonly lock: SweptSessions;
  readonly runner: Pick<SessionRunner, "wake" | "held" | "atWork" | "drop">;
  readonly belongings: SessionBelongings;
  /** Absent: it looks after everybody's. */
  readonly own?: OwnWork | undefined;
  onError(error: unknown): void;
  /** Milliseconds between two looks for dead workers. */
  readonly interval?: number;
}

/**
 * What a crash, an outage or a lost message leaves behind is found: sessions of dead workers go on at once, those whose wake-up
 * was lost or that this worker forgot in an outage after two looks, and work on sessions that are not this worker's any more
 * ends.
 */
export interface Sweep {
  close(): Promise<void>;
}

export function startSweep(deps: SweepDeps): Sweep {
  const { lock, onError, interval = 1_000 } = deps;
  let seen: ReadonlySet<SessionId> = new Set();
  let isClosed = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      // Whose runs are nobody else's business is never given up for not moving: no other process could go on with them.
      if (!deps.own) await lock.beat();
      seen = await wakeLeftBehind(deps, seen);
      await endStrays(deps);
      isFailing = false;
    } catch (error) {
      // Once for each outage.
      if (!isClosed && !isFailing) onError(error);
      isFailing = true;
    }
    if (!isClosed) timer = setTimeout(run, interval);
  };
  let looking: Promise<void> = Promise.resolve();
  const run = (): void => {
    looking = look();
  };
  run();

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Resolves with the sessions that are ready now. */
async function wakeLeftBehind(
  { lock, runner, own }: SweepDeps,
  seen: ReadonlySet<SessionId>,
): Promise<ReadonlySet<SessionId>> {
  runner.wake(await lock.forgotten(runner.atWork()));
  runner.wake(await lock.reclaim(own && [...own.workers]));
  const ready = await lock.ready(own && [...own.sessions]);
  // Seen twice in a row: a wake-up that was just sent would have been taken by now.
  runner.wake(ready.filter((sessionId) => seen.has(sessionId)));
  return new Set(ready);
}

async function endStrays({ lock, runner, belongings }: SweepDeps): Promise<void> {
  const held = runner.held();
  if (held.length > 0) runner.drop(await lock.lost(held));
  const kept = belongings.sessions();
  if (kept.length > 0) for (const sessionId of await lock.elsewhere(kept)) belongings.close(sessionId);
}
