/** Milliseconds between two tellings: four a second look alive, and leave the frames between them to what is read. */
export const LIVELY_MS = 250;

/** Calls back whenever something changed; returns how to stop. */
export type Subscribe = (listener: () => void) => () => void;

/** The same news with a pause after each: the first at once, of those that follow it the last after the pause. */
export function calmly(subscribe: Subscribe, pauseMs: number = LIVELY_MS): Subscribe {
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
      const wait = toldAt + pauseMs - performance.now();
      if (wait <= 0) tell();
      else timer = setTimeout(tell, wait);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  };
}
