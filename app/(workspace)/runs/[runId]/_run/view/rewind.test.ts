import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleRun } from "../testing/example-run.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldSignals } from "./fold-run.ts";
import { toPagedList } from "./paged-list.ts";
import { createRewinder } from "./rewind.ts";

describe("an earlier moment of a run", () => {
  const events = exampleRun().events;
  const begin = Date.parse(events[0]?.at ?? "");
  const end = Date.parse(events.at(-1)?.at ?? "");

  it("shows what was known then, whatever was looked at before", () => {
    const rewinder = createRewinder();
    fc.assert(
      fc.property(fc.integer({ min: begin - 10, max: end + 10 }), (moment) => {
        const known = events.filter((event) => Date.parse(event.at) <= moment);
        expect(rewinder.at(toPagedList(events), moment)).toEqual(foldSignals(EMPTY_RUN_VIEW, known));
      }),
    );
  });

  it("is found across the pictures that are kept of a long run", () => {
    const run = new RunRecorder().start("Long").open("s", { id: "lead", name: "Lead" });
    for (let index = 0; index < 1_500; index += 1)
      run.wait(10).add({ type: "message.received", text: `m${index}` }, "s");
    const rewinder = createRewinder();
    for (const count of [1_300, 400, 399, 401, 3, 1_500]) {
      const moment = Date.parse(run.events[count - 1]?.at ?? "");
      const known = run.events.filter((event) => Date.parse(event.at) <= moment);
      expect(rewinder.at(toPagedList(run.events), moment)).toEqual(foldSignals(EMPTY_RUN_VIEW, known));
    }
  });
});
