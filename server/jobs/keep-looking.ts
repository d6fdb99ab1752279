/** What is looked at again and again. */
export interface Looking {
  /** One look. Safe to do in several processes at a time. */
  look(): Promise<void>;
  /** Called once for each outage, not for each look that fails in it. */
  onError(error: unknown): void;
  /** Milliseconds between the end of a look and the next. */
  readonly interval: number;
}

/** Looks at once, and from then on after each pause: one look at a time, whatever it takes. `close` waits for one that goes on. */
export function keepLooking({ look, onError, interval }: Looking): { close(): Promise<void> } {
  let isClosed = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const lookOnce = async (): Promise<void> => {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      if (!isClosed && !isFailing) onError(error);
      isFailing = true;
    }
    if (!isClosed) timer = setTimeout(run, interval);
  };
  const run = (): void => {
    looking = lookOnce();
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
