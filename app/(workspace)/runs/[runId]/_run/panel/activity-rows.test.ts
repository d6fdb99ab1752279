import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleRun } from "../testing/example-run.ts";
import { createActivityRows } from "./activity-rows.ts";

const { events } = exampleRun();
const rowsOf = (count: number) => createActivityRows()(events.slice(0, count));

describe("the rows of the activity", () => {
  it("are the same whichever earlier moments were looked at before", () => {
    const moments = fc.array(fc.nat({ max: events.length }), { maxLength: 12 });
    fc.assert(
      fc.property(moments, (counts) => {
        const toRows = createActivityRows();
        for (const count of counts) expect(toRows(events.slice(0, count))).toEqual(rowsOf(count));
      }),
    );
  });

  it("keep what was described when more comes", () => {
    const toRows = createActivityRows();
    const before = toRows(events.slice(0, 8));
    const after = toRows(events);
    expect(after.length).toBeGreaterThan(before.length);
    expect(before.every((row, index) => after[index] === row)).toBe(true);
  });
});
