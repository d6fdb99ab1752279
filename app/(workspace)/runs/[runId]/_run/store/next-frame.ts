/** Milliseconds after which a page that draws no frames goes on without one. */
const NO_FRAME_MS = 250;

/**
 * Calls back before the next paint. Browsers draw no frames for a page that is hidden, also one that is hidden after it has asked
 * for a frame: a timer stands in then, so that its title and its state go on.
 */
export function nextFrame(run: (now: number) => void): void {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run(performance.now());
  }, NO_FRAME_MS);
  const frame = requestAnimationFrame((now) => {
    clearTimeout(timer);
    run(now);
  });
}
