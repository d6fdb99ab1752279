import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTimeScale, endAhead } from "./time-scale.ts";

describe("the scale of the timeline", () => {
  it("leads from a moment to its place and back", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 9_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (length, part) => {
          const scale = createTimeScale(5_000, 5_000 + length, 800);
          const moment = 5_000 + length * part;
          expect(scale.moment(scale.x(moment))).toBeCloseTo(moment, 0);
        },
      ),
    );
  });

  it("never leads outside the run", () => {
    const scale = createTimeScale(1_000, 61_000, 600);
    expect([scale.moment(-50), scale.moment(5_000)]).toEqual([1_000, 61_000]);
  });

  it("writes times only where there is room for them", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 14_400_000 }),
        fc.integer({ min: 200, max: 2_000 }),
        (length, width) => {
          const major = createTimeScale(0, length, width).ticks.filter((tick) => tick.isMajor);
          for (const [index, tick] of major.entries())
            if (index > 0) expect(tick.x - (major[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(80);
        },
      ),
    );
  });

  it("stays as it is for a while in a run that goes on, and is never too short nor much too long", () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 9_000_000 }), (length) => {
        const end = endAhead(5_000, 5_000 + length) - 5_000;
        expect(end).toBeGreaterThanOrEqual(length);
        expect(end - length).toBeLessThanOrEqual(Math.max(1_000, length / 6));
      }),
    );
    const ends = Array.from({ length: 600 }, (_, tenths) => endAhead(0, 60_000 + tenths * 100));
    expect(new Set(ends).size).toBeLessThanOrEqual(16);
  });
});
