import { describe, expect, it } from "vitest";
import { RunRecorder } from "../testing/record-run.ts";
import { toPagedList } from "../view/paged-list.ts";
import { playheadTarget } from "./playhead-target.ts";

const run = new RunRecorder()
  .start("x")
  .wait(3_000)
  .add({ type: "session.resumed" })
  .wait(4_000)
  .add({ type: "session.resumed" });
const [begin = 0, middle = 0, end = 0] = run.events.map((event) => Date.parse(event.at));
const press = (key: string, at: number, shiftKey = false) =>
  playheadTarget({ key, shiftKey }, { at, begin, end, events: toPagedList(run.events) });

describe("the playhead", () => {
  it("moves by a second, and not before the beginning", () => {
    expect(press("ArrowLeft", middle)).toBe(middle - 1_000);
    expect(press("ArrowLeft", begin + 200)).toBe(begin);
  });

  it("moves from event to event with Shift", () => {
    expect(press("ArrowLeft", end, true)).toBe(middle);
    expect(press("ArrowRight", begin, true)).toBe(middle);
  });

  it("is live again at the end, however it gets there", () => {
    expect([
      press("ArrowRight", end - 10),
      press("ArrowRight", end, true),
      press("End", begin),
      press("l", begin),
    ]).toEqual([null, null, null, null]);
  });

  it("leaves other keys alone", () => {
    expect(press("a", middle)).toBeUndefined();
  });
});
