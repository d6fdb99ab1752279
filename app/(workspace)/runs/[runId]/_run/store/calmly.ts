/** Milliseconds between two tellings: four a second look alive, and leave the frames between them to what is read. */
const PAUSE_MS = 250;

/** Calls back whenever something changed; returns how to stop. */
export type Subscribe = (listener: () => void) => () => void;

/** The same news at most four times a second: the first at once, of those that follow it the last after the pause. */
export function calmly(subscribe: Subscribe): Subscribe {
  return (listener) => {
    let toldAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      timer = undefined;
      toldAt = performance.now();
      listener();
    };
    const stop = subscribe(() => {
      if (timer !== undefined) return;
      const wait = toldAt + PAUSE_MS - performance.now();
      if (wait <= 0) tell();
      else timer = setTimeout(tell, wait);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  };
}
