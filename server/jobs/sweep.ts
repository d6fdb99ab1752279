import type { SessionId } from "../contract/ids.ts";
import type { SessionRunner } from "./session-runner.ts";

export interface SweepDeps {
  readonly lock: {
    /** Says that this worker still moves; rejects when it was given up. */
    beat(): Promise<void>;
    /** Sessions whose worker is gone, made ready. */
    reclaim(): Promise<readonly SessionId[]>;
    /** Sessions that are ready now. */
    ready(): Promise<readonly SessionId[]>;
    /** Those of these sessions that this worker does not own any more. */
    lost(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
  };
  readonly runner: Pick<SessionRunner, "wake" | "held" | "drop">;
  onError(error: unknown): void;
  /** Milliseconds between two looks for dead workers. */
  readonly interval?: number;
}

/**
 * What a crash or a lost message leaves behind is found: sessions of dead workers go on at once, those whose wake-up was lost
 * after two looks, and work on sessions that are not this worker's any more ends.
 */
export interface Sweep {
  close(): Promise<void>;
}

export function startSweep({ lock, runner, onError, interval = 1_000 }: SweepDeps): Sweep {
  let seen: ReadonlySet<SessionId> = new Set();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      await lock.beat();
      runner.wake(await lock.reclaim());
      const ready = await lock.ready();
      // Seen twice in a row: a wake-up that was just sent would have been taken by now.
      runner.wake(ready.filter((sessionId) => seen.has(sessionId)));
      seen = new Set(ready);
      const held = runner.held();
      if (held.length > 0) runner.drop(await lock.lost(held));
    } catch (error) {
      if (!isClosed) onError(error);
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
