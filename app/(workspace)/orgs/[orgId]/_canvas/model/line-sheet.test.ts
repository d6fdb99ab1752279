import { describe, expect, it } from "vitest";
import { linePath } from "./line-path.ts";
import { createLineSheet } from "./line-sheet.ts";

const lead = { id: "lead", position: { x: 0, y: 0 } };
const one = { id: "one", position: { x: -200, y: 300 } };
const two = { id: "two", position: { x: 200, y: 300 } };
const lines = [
  { id: "l1", source: "lead", target: "one" },
  { id: "l2", source: "lead", target: "two" },
];
const pathTo = (child: typeof one, direction: "down" | "right" = "down") =>
  linePath(lead.position, child.position, direction).path;

describe("a sheet of lines", () => {
  it("holds the path of each, and none to a card that is not drawn", () => {
    const draw = createLineSheet();
    const cards = [lead, one, two];
    expect(draw({ cards, lines, direction: undefined })).toBe(pathTo(one) + pathTo(two));
    expect(draw({ cards: [lead, two], lines, direction: undefined })).toBe(pathTo(two));
    expect(draw({ cards: [], lines, direction: undefined })).toBe("");
  });

  it("follows a card that moved, and the way in which the org grows", () => {
    const draw = createLineSheet();
    draw({ cards: [lead, one, two], lines, direction: "down" });
    const moved = { id: "one", position: { x: -400, y: 500 } };
    expect(draw({ cards: [lead, moved, two], lines, direction: "down" })).toBe(pathTo(moved) + pathTo(two));
    expect(draw({ cards: [lead, moved, two], lines, direction: "right" })).toBe(
      pathTo(moved, "right") + pathTo(two, "right"),
    );
  });

  it("knows where a card went that none of the lines ended at, once one does", () => {
    const draw = createLineSheet();
    const [first] = lines;
    const toOne = first ? [first] : [];
    draw({ cards: [lead, one, two], lines: toOne, direction: "down" });
    const moved = { id: "two", position: { x: 800, y: 700 } };
    expect(draw({ cards: [lead, one, moved], lines: toOne, direction: "down" })).toBe(pathTo(one));
    expect(draw({ cards: [lead, one, moved], lines, direction: "down" })).toBe(pathTo(one) + pathTo(moved));
  });
});
