import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "@/server/contract/run-event.ts";
import { exampleRun } from "../testing/example-run.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { afterPast } from "./after-past.ts";
import { followRun, type RunFeed } from "./follow-run.ts";
import { createRunStore } from "./run-store.ts";

const { events } = exampleRun();
const whole = foldSignals(EMPTY_RUN_VIEW, events);

/** A server whose stream gives what comes after what is asked for, at once. */
function serve() {
  const asked: number[] = [];
  let left = 0;
  const feed: RunFeed = (afterSeq, handlers) => {
    asked.push(afterSeq);
    queueMicrotask(() => handlers.onSignals(events.slice(afterSeq)));
    return () => {
      left += 1;
    };
  };
  return { feed, asked, left: () => left };
}

/** The first so many events in lists of these lengths. */
function inLists(count: number, length: number): readonly (readonly RunEvent[])[] {
  const lists: (readonly RunEvent[])[] = [];
  for (let at = 0; at < count; at += length) lists.push(events.slice(at, Math.min(count, at + length)));
  return lists;
}

/** The view once everything that was under way has come. */
async function viewOf(past: () => Promise<readonly (readonly RunEvent[])[]>, feed: RunFeed) {
  const store = createRunStore((run) => run());
  const stop = followRun(store, afterPast(past, feed));
  await new Promise((resolve) => setImmediate(resolve));
  return { store, stop };
}

describe("a run with a past", () => {
  it("is the same picture wherever the past ends, in whatever lists, and is followed from there", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(events.length), fc.integer({ min: 1, max: 9 }), async (count, length) => {
        const server = serve();
        const { store } = await viewOf(async () => inLists(count, length), server.feed);
        expect(store.getState()).toMatchObject({ view: whole, connection: "ended" });
        expect(server.asked).toEqual(count === events.length ? [] : [count]);
      }),
      { numRuns: 40 },
    );
  });

  it("is followed from its first event where the past cannot be read", async () => {
    const server = serve();
    const { store } = await viewOf(() => Promise.reject(new Error("Nobody answers.")), server.feed);
    expect([server.asked, store.getState().view]).toEqual([[0], whole]);
  });

  it("is asked for again from what is there where the past has a hole", async () => {
    const server = serve();
    const { store, stop } = await viewOf(async () => [events.slice(0, 3), events.slice(4)], server.feed);
    expect([server.asked, store.getState()]).toMatchObject([[], { connection: "lost", view: { seq: 3 } }]);
    stop();
  });

  it("is not followed once nobody looks", async () => {
    const server = serve();
    const past = Promise.withResolvers<readonly (readonly RunEvent[])[]>();
    const { store, stop } = await viewOf(() => past.promise, server.feed);
    stop();
    past.resolve(inLists(3, 3));
    await new Promise((resolve) => setImmediate(resolve));
    expect([server.asked, store.getState().view.seq]).toEqual([[], 0]);
  });

  it("is left where it is followed", async () => {
    const still: RunFeed = () => () => {
      isLeft = true;
    };
    let isLeft = false;
    const { stop } = await viewOf(async () => inLists(3, 3), still);
    stop();
    expect(isLeft).toBe(true);
  });

  it("is not read again by a line that comes back", () => {
    let isRead = false;
    const server = serve();
    const feed = afterPast(async () => {
      isRead = true;
      return [];
    }, server.feed);
    const ignore = () => undefined;
    feed(7, {
      onOpen: ignore,
      onSignals: ignore,
      onInterrupted: ignore,
      onBroken: ignore,
      onComplete: ignore,
    });
    expect([isRead, server.asked]).toEqual([false, [7]]);
  });
});
