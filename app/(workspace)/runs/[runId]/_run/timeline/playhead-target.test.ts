import { describe, expect, it } from "vitest";
import { playheadTarget } from "./playhead-target.ts";

const [begin, middle, end] = [1_000, 4_000, 8_000];
const press = (key: string, at: number) => playheadTarget(key, { at, begin, end });

describe("the playhead", () => {
  it("moves by a second, and not before the beginning", () => {
    expect(press("ArrowLeft", middle)).toBe(middle - 1_000);
    expect(press("ArrowRight", middle)).toBe(middle + 1_000);
    expect(press("ArrowLeft", begin + 200)).toBe(begin);
    expect(press("Home", middle)).toBe(begin);
  });

  it("is live again at the end, however it gets there", () => {
    expect([press("ArrowRight", end - 10), press("End", begin), press("l", begin)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("leaves other keys alone", () => {
    expect(press("a", middle)).toBeUndefined();
  });
});
