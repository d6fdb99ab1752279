import { describe, expect, it } from "vitest";
import { isWhole } from "./whole-org.ts";

const cards = { x: -100, y: 50, width: 400, height: 200 };
const viewport = { x: 60, y: -20, zoom: 0.5 };

describe("the whole org", () => {
  it("is in view where every card is", () => {
    expect(isWhole(cards, viewport, { width: 210, height: 105 })).toBe(true);
  });

  it("is not where a card sticks out on any side", () => {
    const room = { width: 210, height: 105 };
    expect(isWhole(cards, viewport, { ...room, width: 209 })).toBe(false);
    expect(isWhole(cards, viewport, { ...room, height: 104 })).toBe(false);
    expect(isWhole(cards, { ...viewport, x: 49 }, room)).toBe(false);
    expect(isWhole(cards, { ...viewport, y: -26 }, room)).toBe(false);
  });
});
