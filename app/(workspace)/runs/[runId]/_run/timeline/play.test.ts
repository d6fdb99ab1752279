import { expect, test } from "vitest";
import { createRunStore, type RunStore } from "../store/run-store.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { type PlayClock, play } from "./play.ts";
import { playbackSpeeds } from "./use-playback.ts";

const LEAD = { id: "lead", name: "Lead" };

/** A run of a minute, looked at from its beginning. */
function minuteRun(): { readonly store: RunStore; readonly begin: number } {
  const run = new RunRecorder().start("A minute").open("s-lead", LEAD).beginTurn("s-lead");
  run.wait(60_000).endTurn("s-lead", "Done.");
  const store = createRunStore((draw) => draw());
  for (const event of run.events) store.receive(event);
  const begin = store.getState().view.startedAt ?? Number.NaN;
  store.lookAt(begin);
  return { store, begin };
}

/** Time that goes on when it is told to, in frames as uneven as those of a busy page. */
function steppedClock(): PlayClock & { goOn(milliseconds: number): void } {
  let now = 5_000;
  let waiting: ((at: number) => void) | undefined;
  return {
    now: () => now,
    requestFrame(draw) {
      waiting = draw;
      return 1;
    },
    cancelFrame() {
      waiting = undefined;
    },
    goOn(milliseconds) {
      const end = now + milliseconds;
      for (const part of [0, 0.02, 0.05, 0.4, 1]) {
        now = end - milliseconds * (1 - part);
        const draw = waiting;
        waiting = undefined;
        draw?.(now);
      }
    },
  };
}

test.each(playbackSpeeds)("at %s times the speed a second shows as many seconds of the run", (speed) => {
  const { store, begin } = minuteRun();
  const clock = steppedClock();
  const stop = play({ store, speed: Number(speed), isSkipping: false }, clock);
  clock.goOn(1_000);
  expect(store.getState().moment).toBeCloseTo(begin + Number(speed) * 1_000, 3);
  clock.goOn(500);
  expect(store.getState().moment).toBeCloseTo(begin + Number(speed) * 1_500, 3);
  stop();
  clock.goOn(1_000);
  expect(store.getState().moment).toBeCloseTo(begin + Number(speed) * 1_500, 3);
});

test("a run that is played to its end is live again", () => {
  const { store } = minuteRun();
  const clock = steppedClock();
  play({ store, speed: 16, isSkipping: false }, clock);
  clock.goOn(3_700);
  expect(store.getState().moment).not.toBeNull();
  clock.goOn(100);
  expect(store.getState().moment).toBeNull();
});

test("whoever goes back to now while a run is played is not taken away from it", () => {
  const { store } = minuteRun();
  const clock = steppedClock();
  play({ store, speed: 1, isSkipping: false }, clock);
  clock.goOn(100);
  store.lookAt(null);
  clock.goOn(100);
  expect(store.getState().moment).toBeNull();
});
