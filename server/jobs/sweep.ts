import type { SessionId } from "../contract/ids.ts";

export interface SweepDeps {
  /** Sessions whose worker is gone, made ready. */
  reclaim(): Promise<readonly SessionId[]>;
  /** Sessions that are ready now. */
  ready(): Promise<readonly SessionId[]>;
  wake(sessions: readonly SessionId[]): void;
  onError(error: unknown): void;
  /** Milliseconds between two looks for dead workers. */
  readonly interval?: number;
}

/** What a crash leaves behind is found and goes on: sessions of dead workers at once, lost wake-ups after two looks. */
export interface Sweep {
  close(): Promise<void>;
}

export function startSweep(deps: SweepDeps): Sweep {
  let seen: ReadonlySet<SessionId> = new Set();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      deps.wake(await deps.reclaim());
      const ready = await deps.ready();
      // Seen twice in a row: a wake-up that was just sent would have been taken by now.
      deps.wake(ready.filter((sessionId) => seen.has(sessionId)));
      seen = new Set(ready);
    } catch (error) {
      if (!isClosed) deps.onError(error);
    }
    if (!isClosed) timer = setTimeout(run, deps.interval ?? 1_000);
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
