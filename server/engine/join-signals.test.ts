import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { joinSignals } from "./join-signals.ts";

const first = new Error("first");
const second = new Error("second");

test.each([0, 1])("cause %i aborts it, with its reason, and what comes later changes nothing", (place) => {
  const causes = [new AbortController(), new AbortController()];
  const { signal } = joinSignals(...causes.map((cause) => cause.signal));
  const told: unknown[] = [];
  signal.addEventListener("abort", () => told.push(signal.reason));
  expect(signal.aborted).toBe(false);
  causes[place]?.abort(first);
  causes[1 - place]?.abort(second);
  expect(told).toEqual([first]);
  expect(signal.reason).toBe(first);
});

test("a cause that is aborted already has aborted it from the start; of several the first that is named", () => {
  const open = new AbortController().signal;
  const { signal } = joinSignals(open, AbortSignal.abort(first), AbortSignal.abort(second));
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toBe(first);
});

test("released it leaves no listener behind and does not abort any more", () => {
  const causes = [new AbortController(), new AbortController(), new AbortController()];
  causes[2]?.abort(first);
  for (const some of [causes.slice(0, 2), causes]) {
    const { signal, release } = joinSignals(...some.map((cause) => cause.signal));
    const was = signal.aborted;
    release();
    expect(some.flatMap((cause) => getEventListeners(cause.signal, "abort"))).toEqual([]);
    if (some.length === 2) causes[0]?.abort(second);
    expect(signal.aborted).toBe(was);
  }
});
