import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How a command ends that is told to. */
export interface EndOnSignal {
  /** Resolves at once, and never in a process that was told to end: what its end breaks is nothing to speak of. */
  goOn(): Promise<void>;
  /** Leaves signals to others again. */
  forget(): void;
}

/**
 * From now on a signal ends the process when `close` is done, with the exit code of that signal. A command that listens to the
 * signal itself meanwhile decides about it alone.
 */
export function endOnSignal(close: () => Promise<void>): EndOnSignal {
  let ending: Promise<never> | undefined;
  const end = (signal: (typeof SIGNALS)[number]): void => {
    if (process.listenerCount(signal) > 1) return;
    const exit = (): never => process.exit(128 + constants.signals[signal]);
    ending ??= close().then(exit, exit);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return {
    goOn: async () => ending,
    forget() {
      for (const signal of SIGNALS) process.off(signal, end);
    },
  };
}
