import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallId } from "@/server/contract/ids.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { allCalls, callOf, NO_CALLS, shelfOf } from "./call-book.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldSignals } from "./fold-run.ts";

describe("the calls of a session", () => {
  it("have a shelf, whatever their id", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (id) => {
        expect(NO_CALLS[shelfOf(id as CallId)]).toEqual({});
      }),
    );
  });

  it("are found by their ids alone, also by one that every object knows", () => {
    expect(callOf({ calls: NO_CALLS }, "constructor" as CallId)).toBeUndefined();
  });

  it("lie apart, so that one more copies few of the others", () => {
    const counts = new Map<number, number>();
    for (let turn = 0; turn < 4_000; turn += 1)
      for (const id of [`call_${turn}`, `t${turn}-1`, `toolu_${turn.toString(36)}`])
        counts.set(shelfOf(id as CallId), (counts.get(shelfOf(id as CallId)) ?? 0) + 1);
    expect(counts.size).toBe(NO_CALLS.length);
    expect(Math.max(...counts.values())).toBeLessThan(120);
  });

  it("are kept when one more comes", () => {
    const run = new RunRecorder().start("Long").open("s", { id: "lead", name: "Lead" });
    for (let index = 0; index < 600; index += 1)
      run.add(
        {
          type: "tool_call",
          callId: `c${index}` as CallId,
          name: "x",
          origin: { kind: "builtin", id: "" },
          input: {},
        },
        "s",
      );
    const sessionAt = (count: number) => {
      const view = foldSignals(EMPTY_RUN_VIEW, run.events.slice(0, count));
      return { view, session: Object.values(view.sessions)[0] };
    };
    const { view, session } = sessionAt(run.events.length - 1);
    const next = Object.values(foldSignals(view, run.events).sessions)[0];
    expect(session && allCalls(session)).toHaveLength(599);
    expect(next && allCalls(next)).toHaveLength(600);
    expect(next?.calls.filter((shelf, index) => shelf !== session?.calls[index])).toHaveLength(1);
  });
});
