import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AlignEdge, alignBoxes, distributeBoxes } from "./arrange.ts";
import type { Box } from "./geometry.ts";

const boxes = new Map<string, Box>([
  ["a", { x: 0, y: 40, width: 200, height: 80 }],
  ["b", { x: 300, y: 0, width: 100, height: 40 }],
  ["c", { x: 1_000, y: 90, width: 200, height: 80 }],
]);

describe("align", () => {
  test.each<[AlignEdge, readonly number[]]>([
    ["left", [0, 0, 0]],
    ["center", [500, 550, 500]],
    ["right", [1_000, 1_100, 1_000]],
  ])("%s changes where boxes stand across, not how high", (edge, across) => {
    const places = [...alignBoxes(boxes, edge).values()];
    expect(places.map((place) => place.x)).toEqual(across);
    expect(places.map((place) => place.y)).toEqual([40, 0, 90]);
  });

  test.each<[AlignEdge, readonly number[]]>([
    ["top", [0, 0, 0]],
    ["middle", [45, 65, 45]],
    ["bottom", [90, 130, 90]],
  ])("%s changes how high boxes stand, not where across", (edge, down) => {
    const places = [...alignBoxes(boxes, edge).values()];
    expect(places.map((place) => place.y)).toEqual(down);
    expect(places.map((place) => place.x)).toEqual([0, 300, 1_000]);
  });
});

describe("distribute", () => {
  test("leaves the outermost where they are and makes the gaps equal", () => {
    const places = distributeBoxes(boxes, "across");
    expect([places.get("a")?.x, places.get("b")?.x, places.get("c")?.x]).toEqual([0, 550, 1_000]);
  });

  test("needs three", () => {
    expect(distributeBoxes(new Map([...boxes].slice(0, 2)), "down").size).toBe(0);
  });

  test("makes equal gaps, to the pixel, of any boxes", () => {
    const box = fc.record({
      x: fc.integer({ min: -5_000, max: 5_000 }),
      y: fc.integer({ min: -5_000, max: 5_000 }),
      width: fc.integer({ min: 1, max: 400 }),
      height: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(fc.array(box, { minLength: 3, maxLength: 12 }), (list) => {
        const all = new Map(list.map((one, index) => [String(index), one]));
        const places = distributeBoxes(all, "across");
        const sorted = [...places].sort(
          ([one], [other]) => (all.get(one)?.x ?? 0) - (all.get(other)?.x ?? 0),
        );
        const gaps = sorted.slice(1).map(([, place], index) => {
          const [before = "", at] = sorted[index] ?? [];
          return place.x - (at?.x ?? 0) - (all.get(before)?.width ?? 0);
        });
        expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(2);
      }),
    );
  });
});
