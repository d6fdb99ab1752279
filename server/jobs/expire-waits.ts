/** How often is looked for what nobody answered in time: often enough for two minutes to be two minutes. */
const INTERVAL = 2_000;

export interface ExpireDeps {
  /** Answers for the clock what nobody answered. Safe to call from several processes. */
  expire(): Promise<void>;
  onError(error: unknown): void;
  /** Milliseconds. */
  readonly interval?: number;
}

/** Looks for questions whose time is over, from now on. What came due while no process ran is found by the first look. */
export function startExpiry({ expire, onError, interval = INTERVAL }: ExpireDeps): {
  close(): Promise<void>;
} {
  let isClosed = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      await expire();
      isFailing = false;
    } catch (error) {
      // Once for each outage.
      if (!isClosed && !isFailing) onError(error);
      isFailing = true;
    }
    if (!isClosed) timer = setTimeout(run, interval).unref();
  };
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
