import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RunSignal } from "@/server/contract/run-event.ts";
import { exampleRun } from "../testing/example-run.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { type FeedHandlers, followRun, type RunFeed } from "./follow-run.ts";
import { createRunStore } from "./run-store.ts";

const events = exampleRun().events;
const whole = foldSignals(EMPTY_RUN_VIEW, events);

/** A server that sends stored events from where it is asked, and breaks the line when told. */
function lineTo(stored: readonly RunSignal[]) {
  const asked: number[] = [];
  let open: { at: number; handlers: FeedHandlers } | undefined;
  const feed: RunFeed = (afterSeq, handlers) => {
    asked.push(afterSeq);
    open = { at: afterSeq, handlers };
    return () => {
      open = undefined;
    };
  };
  return {
    feed,
    asked,
    get isOpen() {
      return open !== undefined;
    },
    send(count: number, skip = 0) {
      if (!open) return;
      const line = open;
      line.at += skip;
      line.handlers.onSignals(stored.slice(line.at, line.at + count));
      line.at += count;
    },
    again(count: number) {
      if (open) open.at = Math.max(0, open.at - count);
    },
    break() {
      open?.handlers.onBroken("connection refused");
    },
    interrupt() {
      open?.handlers.onInterrupted();
    },
    complete() {
      open?.handlers.onComplete();
    },
  };
}
const now = (run: () => void) => run();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("following a run", () => {
  it("shows the same however often the line breaks, repeats or skips", () => {
    const step = fc.record({
      take: fc.nat({ max: 12 }),
      skip: fc.nat({ max: 2 }),
      repeat: fc.nat({ max: 4 }),
      isBroken: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const store = createRunStore(now);
        const line = lineTo(events);
        const stop = followRun(store, line.feed);
        for (const { take, skip, repeat, isBroken } of steps) {
          line.again(repeat);
          line.send(take, skip);
          if (isBroken) line.break();
          vi.runAllTimers();
        }
        while (store.getState().connection !== "ended") {
          line.send(events.length);
          vi.runAllTimers();
        }
        stop();
        expect(store.getState().view).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it("asks again from the last event it has", () => {
    const line = lineTo(events);
    followRun(createRunStore(now), line.feed);
    line.send(7);
    line.break();
    vi.runAllTimers();
    expect(line.asked).toEqual([0, 7]);
  });

  it("says that it is lost and live again", () => {
    const store = createRunStore(now);
    const line = lineTo(events);
    followRun(store, line.feed);
    expect(store.getState().connection).toBe("connecting");
    line.send(1);
    expect(store.getState().connection).toBe("live");
    line.break();
    expect(store.getState()).toMatchObject({ connection: "lost", connectionError: "connection refused" });
    vi.runAllTimers();
    line.send(1);
    expect(store.getState()).toMatchObject({ connection: "live", connectionError: null });
  });

  it("does not wait for the browser to come back: it leaves a line that is down and asks again", () => {
    const line = lineTo(events);
    const store = createRunStore(now);
    followRun(store, line.feed);
    line.send(7);
    line.interrupt();
    expect([line.isOpen, store.getState().connection]).toEqual([false, "lost"]);
    vi.advanceTimersByTime(250);
    expect([line.isOpen, line.asked]).toEqual([true, [0, 7]]);
  });

  it("asks a server that is away more and more seldom, but every four seconds", () => {
    const line = lineTo(events);
    followRun(createRunStore(now), line.feed);
    for (let tries = 0; tries < 8; tries += 1) {
      line.break();
      vi.advanceTimersByTime(4_000);
    }
    expect(line.asked.length).toBe(9);
    line.break();
    vi.advanceTimersByTime(3_999);
    expect(line.asked.length).toBe(9);
  });

  it("goes on when the server ends the stream before the run has ended", () => {
    const line = lineTo(events);
    followRun(createRunStore(now), line.feed);
    line.send(5);
    line.complete();
    vi.runAllTimers();
    expect(line.asked).toEqual([0, 5]);
  });

  it("leaves when the run has ended", () => {
    const store = createRunStore(now);
    const line = lineTo(events);
    followRun(store, line.feed);
    line.send(events.length);
    expect(store.getState().connection).toBe("ended");
    expect(line.isOpen).toBe(false);
  });

  it("does not come back after it was stopped", () => {
    const line = lineTo(events);
    const stop = followRun(createRunStore(now), line.feed);
    line.break();
    stop();
    vi.runAllTimers();
    expect(line.asked).toEqual([0]);
  });
});

describe("a frame", () => {
  it("folds everything that came since the last one, once", () => {
    const frames: (() => void)[] = [];
    const store = createRunStore((run) => frames.push(run));
    let changes = 0;
    store.subscribe(() => {
      changes += 1;
    });
    for (const event of events) store.receive(event);
    expect([frames.length, changes]).toEqual([1, 0]);
    frames[0]?.();
    expect([store.getState().view.seq, changes]).toEqual([events.length, 1]);
  });
});
