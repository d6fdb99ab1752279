import type { SessionId } from "../contract/ids.ts";
import { keepLooking } from "./keep-looking.ts";
import type { SessionRunner } from "./session-runner.ts";

/** What a worker can find out about sessions, its own and others'. */
export interface SweptSessions {
  /** Says that this worker still moves; rejects when it was given up. */
  beat(): Promise<void>;
  /** Makes sessions whose worker is gone ready; of these workers alone, if some are given. */
  reclaim(only?: readonly number[]): Promise<ReclaimedSessions>;
  /** Sessions that are ready now; in the runs of these sessions alone, if some are given. Reads all sessions. */
  ready(only?: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Bytes that are read when all sessions are. */
  size(): Promise<number>;
  /** Of the sessions that wait in line under a limit the first, where there is room. */
  firstInLine(): Promise<readonly SessionId[]>;
  /** The same of this worker's own, where nobody looks after everybody: dead workers lose their places first. */
  freeLine(): Promise<readonly SessionId[]>;
  /** Sessions of this worker that it does not work on, made ready when it is sure. */
  forgotten(atWork: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Those of these sessions that this worker does not own any more. */
  lost(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
  /** Those of these sessions that another worker works on, or that are over. */
  elsewhere(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
}

/** What workers left behind that are gone. */
export interface ReclaimedSessions {
  readonly sessions: readonly SessionId[];
  /** Whether any worker was gone: it may have left more than what it worked on. */
  readonly isAnyGone: boolean;
  /** How many other workers look around as well. */
  readonly others: number;
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
  readonly runner: Pick<SessionRunner, "wake" | "held" | "atWork" | "interruptions" | "drop">;
  readonly belongings: SessionBelongings;
  /** Absent: it looks after everybody's. */
  readonly own?: OwnWork | undefined;
  onError(error: unknown): void;
  /** Milliseconds between two looks for dead workers. */
  readonly interval?: number;
}

/**
 * What a crash, an outage or a lost message leaves behind is found: sessions of dead workers go on at once, those whose wake-up
 * was lost or that this worker forgot in an outage after two thorough looks, and work on sessions that are not this worker's
 * any more ends. Thorough looks, which read all sessions of runs that go on, come in pairs: at the start, after anything went wrong,
 * and as often as all workers together can afford: at every look where they are cheap, every ten seconds where they are not.
 */
export interface Sweep {
  close(): Promise<void>;
}

/** A session counts as left behind when two looks in a row find it. */
const PAIR = 2;
/**
 * Milliseconds of rest after a thorough look for each megabyte of sessions and each worker: with a few thousand sessions that
 * sleep, looks read them one time in five. Sizes, not times, because a busy machine must not find what is lost any later.
 */
const REST_PER_MEGABYTE = 5_000;
/** Milliseconds after which there is a pair of thorough looks whatever it costs. */
const LONGEST_REST = 10_000;

/** Says which looks are thorough. */
function createCadence() {
  let left = PAIR;
  let restsUntil = 0;
  return {
    next(): boolean {
      if (left <= 0 && performance.now() >= restsUntil) left = PAIR;
      left -= 1;
      return left >= 0;
    },
    /** A thorough look read so many bytes, as it does for every one of so many workers. */
    read(bytes: number, workers: number): void {
      const rest = (bytes / 1_000_000) * workers * REST_PER_MEGABYTE;
      restsUntil = performance.now() + Math.min(LONGEST_REST, rest);
    },
    restart(): void {
      left = PAIR;
    },
  };
}

export function startSweep(deps: SweepDeps): Sweep {
  const { lock, runner, onError, interval = 1_000 } = deps;
  let seen: ReadonlySet<SessionId> = new Set();
  const cadence = createCadence();
  let interruptions = 0;

  const lookAround = async (): Promise<void> => {
    // Whose runs are nobody else's business is never given up for not moving: no other process could go on with them.
    if (!deps.own) await lock.beat();
    if (runner.interruptions() > interruptions) cadence.restart();
    interruptions = runner.interruptions();
    const isThorough = cadence.next();
    const left = await wakeLeftBehind(deps, seen, isThorough);
    if (isThorough) cadence.read(await lock.size(), left.others + 1);
    seen = left.ready;
    if (left.isAnyGone) cadence.restart();
    await endStrays(deps);
  };
  return keepLooking({
    look: () =>
      lookAround().catch((error: unknown) => {
        cadence.restart();
        throw error;
      }),
    onError,
    interval,
  });
}

/** Resolves with the sessions that are ready now, as far as it looked. */
async function wakeLeftBehind(
  { lock, runner, own }: SweepDeps,
  seen: ReadonlySet<SessionId>,
  isThorough: boolean,
): Promise<{ readonly ready: ReadonlySet<SessionId>; readonly isAnyGone: boolean; readonly others: number }> {
  if (isThorough) runner.wake(await lock.forgotten(runner.atWork()));
  const { sessions, isAnyGone, others } = await lock.reclaim(own && [...own.workers]);
  runner.wake(sessions);
  const ready = isThorough ? [...(await lock.ready(own && [...own.sessions]))] : [];
  ready.push(...(await (own ? lock.freeLine() : lock.firstInLine())));
  // Seen twice in a row: a wake-up that was just sent would have been taken by now.
  runner.wake(ready.filter((sessionId) => seen.has(sessionId)));
  return { ready: new Set(ready), isAnyGone, others };
}

async function endStrays({ lock, runner, belongings }: SweepDeps): Promise<void> {
  const held = runner.held();
  if (held.length > 0) runner.drop(await lock.lost(held));
  const kept = belongings.sessions();
  if (kept.length > 0) for (const sessionId of await lock.elsewhere(kept)) belongings.close(sessionId);
}
