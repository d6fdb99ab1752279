import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionId } from "@/server/contract/ids.ts";
import type { RunEvent, RunSignal } from "@/server/contract/run-event.ts";
import { criticalPath } from "../../../_compare/critical-path.ts";
import { createRunStore } from "../store/run-store.ts";
import { anyRun, withStream } from "../testing/any-run.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldRun, foldSignals } from "./fold-run.ts";
import { toPagedList } from "./paged-list.ts";
import { createRewinder } from "./rewind.ts";
import type { RunView } from "./run-view.ts";

const deliveries = fc.array(fc.record({ back: fc.nat({ max: 12 }), take: fc.integer({ min: 1, max: 20 }) }), {
  maxLength: 40,
});

/** Brings signals as a line does that is cut again and again: each time it begins a little before where it was. */
function deliver(
  signals: readonly RunSignal[],
  steps: readonly { readonly back: number; readonly take: number }[],
): RunView {
  let view: RunView = EMPTY_RUN_VIEW;
  let place = 0;
  for (const { back, take } of steps) {
    const from = Math.max(0, place - back);
    view = foldSignals(view, signals.slice(from, place + take));
    place = Math.min(signals.length, place + take);
  }
  return foldSignals(view, signals.slice(Math.max(0, place - 3)));
}

/** Writing to it throws from here on. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
  return value;
}

describe("the picture of any run", () => {
  it("is the same for any prefix, whatever the chunks, the duplicates and the reconnects", () => {
    fc.assert(
      fc.property(anyRun(), fc.nat(), deliveries, (events, at, steps) => {
        const prefix = events.slice(0, at % (events.length + 1));
        expect(deliver(prefix, steps)).toEqual(foldSignals(EMPTY_RUN_VIEW, prefix));
      }),
      { numRuns: 200 },
    );
  });

  it("is the same whether the text of turns was streamed, streamed with holes, or not", () => {
    fc.assert(
      fc.property(
        anyRun(),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 2, max: 9 }),
        (events, size, lost) => {
          const closed = [...events, ...closing(events)];
          const streamed = foldSignals(EMPTY_RUN_VIEW, withStream(closed, size, lost));
          expect(streamed).toEqual(foldSignals(EMPTY_RUN_VIEW, closed));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is made without a change to one that was handed out", () => {
    fc.assert(
      fc.property(anyRun(), (events) => {
        let view: RunView = freeze({ ...EMPTY_RUN_VIEW });
        for (const event of events) view = freeze(foldRun(view, freeze(event)));
        expect(view.seq).toBe(events.length);
      }),
      { numRuns: 100 },
    );
  });

  it("keeps every session that nothing happened to", () => {
    fc.assert(
      fc.property(anyRun(), (events) => {
        let view: RunView = EMPTY_RUN_VIEW;
        for (const event of events) {
          const next = foldRun(view, event);
          const others = event.sessionId === undefined ? [] : untouchedBy(event.sessionId, next, view.order);
          for (const id of others) expect(next.sessions[id]).toBe(view.sessions[id]);
          view = next;
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is at any earlier moment what was known then", () => {
    fc.assert(
      fc.property(anyRun(), fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (events, picks) => {
        const rewinder = createRewinder();
        for (const pick of picks) {
          const moment = Date.parse(events[pick % events.length]?.at ?? "");
          const known = events.filter((event) => Date.parse(event.at) <= moment);
          expect(rewinder.at(toPagedList(events), moment)).toEqual(foldSignals(EMPTY_RUN_VIEW, known));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is that of its store, however the frames fall", () => {
    fc.assert(
      fc.property(anyRun(), fc.array(fc.boolean(), { minLength: 1 }), (events, frames) => {
        let draw: (() => void) | undefined;
        const store = createRunStore((run) => {
          draw = run;
        });
        for (const [index, event] of events.entries()) {
          store.receive(event);
          if (frames[index % frames.length]) draw?.();
        }
        store.flush();
        expect(store.getState().view).toEqual(foldSignals(EMPTY_RUN_VIEW, events));
      }),
      { numRuns: 60 },
    );
  });

  it("has a critical path that follows time and stays inside the run", () => {
    fc.assert(
      fc.property(anyRun(), (events) => {
        const view = foldSignals(EMPTY_RUN_VIEW, events);
        let end = view.startedAt ?? 0;
        for (const { from, to } of criticalPath(view)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(view.finishedAt ?? view.lastAt);
      }),
      { numRuns: 200 },
    );
  });
});

/** The end of a run, where it has none: it closes every turn. */
function closing(events: readonly RunEvent[]): readonly RunEvent[] {
  const last = events.at(-1);
  if (!last || last.type === "run.finished") return [];
  const { runId, seq, at } = last;
  return [{ runId, seq: seq + 1, at, type: "run.finished", status: "cancelled", answer: "" }];
}

/** All sessions but the one that something happened to and the one that waits for it. */
function untouchedBy(
  sessionId: SessionId,
  { sessions }: RunView,
  order: readonly SessionId[],
): readonly SessionId[] {
  const parent = sessions[sessionId]?.parentSessionId;
  return order.filter((id) => id !== sessionId && id !== parent);
}
