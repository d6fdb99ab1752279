/** Lets a bounded number of calls of one kind run at once; the others wait in the order in which they came. */
export interface CallGate {
  /** Resolves with the release to call once done. Rejects with the signal's reason when it aborts first. */
  enter(key: string, signal: AbortSignal): Promise<() => void>;
}

export function createCallGate(limit: number): CallGate {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  function release(key: string): void {
    const next = waiting.get(key)?.shift();
    // The place goes on to the next in line; only without one does it become free.
    if (next !== undefined) {
      next();
      return;
    }
    waiting.delete(key);
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
  }

  return {
    async enter(key, signal) {
      signal.throwIfAborted();
      const count = running.get(key) ?? 0;
      if (count < limit) running.set(key, count + 1);
      else await waitForTurn(waiting, key, signal);
      return () => release(key);
    },
  };
}

function waitForTurn(waiting: Map<string, (() => void)[]>, key: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const queue = waiting.get(key) ?? [];
  waiting.set(key, queue);
  const take = () => {
    signal.removeEventListener("abort", leave);
    resolve();
  };
  const leave = () => {
    queue.splice(queue.indexOf(take), 1);
    reject(signal.reason);
  };
  signal.addEventListener("abort", leave, { once: true });
  queue.push(take);
  return promise;
}
