import type { RunStore } from "../store/run-store.ts";
import type { RunView } from "../view/run-view.ts";
import { skipWaiting, workStretches } from "./next-work.ts";

/** What tells how time goes on: a browser's frames, or a test. */
export interface PlayClock {
  /** Milliseconds since some moment, the same one for all frames. */
  now(): number;
  /** Calls back before the next paint; answers what cancels that. */
  requestFrame(draw: (at: number) => void): number;
  cancelFrame(frame: number): void;
}

const browserClock: PlayClock = {
  now: () => performance.now(),
  requestFrame: (draw) => requestAnimationFrame(draw),
  cancelFrame: (frame) => cancelAnimationFrame(frame),
};

export interface Play {
  readonly store: Pick<RunStore, "getState" | "lookAt">;
  /** Seconds of the run in one second. */
  readonly speed: number;
  /** Whether stretches in which every agent waits are left out. */
  readonly isSkipping: boolean;
}

/** Moves the moment that is looked at on, until the run is live again at its end. Returns how to stop. */
export function play({ store, speed, isSkipping }: Play, clock: PlayClock = browserClock): () => void {
  const skip = isSkipping ? createSkipper() : (moment: number) => moment;
  let before = clock.now();
  let frame = clock.requestFrame(function step(at) {
    const { moment, view } = store.getState();
    if (moment === null) return;
    const next = skip(moment + (at - before) * speed, view);
    before = at;
    if (next >= view.lastAt) {
      store.lookAt(null);
      return;
    }
    store.lookAt(next);
    frame = clock.requestFrame(step);
  });
  return () => clock.cancelFrame(frame);
}

/** Reads the stretches of work again only when the run has gone on. */
function createSkipper(): (moment: number, view: RunView) => number {
  let read: RunView | undefined;
  let stretches: ReturnType<typeof workStretches> = [];
  return (moment, view) => {
    if (view !== read) stretches = workStretches(view);
    read = view;
    return skipWaiting(stretches, moment);
  };
}
