import { setImmediate as nextTurn } from "node:timers/promises";

/** Work in steps of some ten milliseconds: it may pause wherever it yields. */
export type Steps<Result> = Generator<void, Result>;

/** All steps one after the other, for what is short or has nobody to wait for it. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same with a turn of the event loop between two steps, so that everybody else is answered meanwhile. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
