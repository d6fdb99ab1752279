const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export interface StopRequestsDeps {
  /** Stops the run; rejects where that could not be written down. */
  cancel(): Promise<void>;
  /** Tells the person that the run is told to stop. */
  stopping(): void;
  /** Tells the person that it was not, and why. */
  notStopped(reason: string): void;
}

/** What makes a run stop that is watched at a terminal. */
export interface StopRequests extends Disposable {
  ask(): void;
}

/**
 * Ctrl-C and SIGTERM each ask once for the stop, the next one ends this process. Where the stop fails, because the database is
 * away, nothing was asked yet, and the next one tries again.
 */
export function createStopRequests({ cancel, stopping, notStopped }: StopRequestsDeps): StopRequests {
  let isOver = false;
  const disarm = (): void => {
    for (const signal of SIGNALS) process.removeListener(signal, ask);
  };
  const arm = (): void => {
    disarm();
    for (const signal of SIGNALS) process.once(signal, ask);
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    notStopped(error instanceof Error ? error.message : String(error));
    arm();
  };
  const ask = (): void => {
    stopping();
    cancel().catch(fail);
  };
  arm();
  return {
    ask,
    [Symbol.dispose]() {
      isOver = true;
      disarm();
    },
  };
}
