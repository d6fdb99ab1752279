/** Calls back once before a paint. */
export type Schedule = (run: () => void) => void;

/** Milliseconds: two drawings are further apart than this, which is more than a frame of a screen and less than two. */
const APART_MS = 24;

/**
 * Every second frame at most while news come in all the time, the very next one after a pause: thirty pictures a second look
 * alive, and the frames between them are left to whoever scrolls, pans or drags.
 */
export function createPacedFrames(requestFrame: (run: (now: number) => void) => void): Schedule {
  let drawnAt = Number.NEGATIVE_INFINITY;
  return (run) => {
    const draw = (now: number): void => {
      drawnAt = now;
      run();
    };
    requestFrame((now) => {
      if (now - drawnAt < APART_MS) requestFrame(draw);
      else draw(now);
    });
  };
}
