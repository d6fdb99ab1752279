/** Lets a fixed number through at a time, the others in the order in which they came. */
export interface Gate {
  /**
   * Resolves when it is this caller's turn, with the way to leave, which has to be called exactly when the work is over (more
   * calls do nothing). `onQueued` is called once, before anything is awaited, with the place in the queue from 1, and only
   * when there is no free place. Rejects with the signal's reason when it aborts before the turn came.
   */
  enter(signal: AbortSignal, onQueued?: (position: number) => void): Promise<() => void>;
}

interface Waiting {
  readonly admit: () => void;
}

export function createGate(size: number): Gate {
  const queue: Waiting[] = [];
  let inside = 0;

  const leaveOnce = (): (() => void) => {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      inside -= 1;
      queue.shift()?.admit();
    };
  };

  return {
    enter(signal, onQueued) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (inside < size) {
        inside += 1;
        return Promise.resolve(leaveOnce());
      }
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          admit() {
            signal.removeEventListener("abort", giveUp);
            inside += 1;
            resolve(leaveOnce());
          },
        };
        queue.push(waiting);
        signal.addEventListener("abort", giveUp, { once: true });
        onQueued?.(queue.length);
      });
    },
  };
}
