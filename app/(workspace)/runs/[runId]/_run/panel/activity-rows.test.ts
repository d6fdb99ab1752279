import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleRun } from "../testing/example-run.ts";
import { toPagedList } from "../view/paged-list.ts";
import { type ActivityRows, createActivityRows } from "./activity-rows.ts";

const { events } = exampleRun();
const listOf = ({ count, at }: ActivityRows) => Array.from({ length: count + 1 }, (_, index) => at(index));
const upTo = (count: number) => toPagedList(events.slice(0, count));
const rowsOf = (count: number) => listOf(createActivityRows()(upTo(count)));

describe("the rows of the activity", () => {
  it("are the same whichever earlier moments were looked at before", () => {
    const moments = fc.array(fc.nat({ max: events.length }), { maxLength: 12 });
    fc.assert(
      fc.property(moments, (counts) => {
        const toRows = createActivityRows();
        for (const count of counts) expect(listOf(toRows(upTo(count)))).toEqual(rowsOf(count));
      }),
    );
  });

  it("keep what was described when more comes", () => {
    const toRows = createActivityRows();
    const before = listOf(toRows(upTo(8))).slice(0, -1);
    const after = listOf(toRows(upTo(events.length)));
    expect(after.length).toBeGreaterThan(before.length);
    expect(before.every((row, index) => after[index] === row)).toBe(true);
  });
});
