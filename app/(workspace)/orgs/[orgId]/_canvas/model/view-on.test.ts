import { expect, test } from "vitest";
import { cardBox } from "./geometry.ts";
import { viewOn } from "./view-on.ts";

const room = { width: 1_000, height: 840 };

test("what is in view already moves nothing", () => {
  expect(viewOn(cardBox({ x: 0, y: 0 }), room, { x: 0, y: 0, zoom: 1 })).toBeUndefined();
  expect(viewOn({ x: 0, y: 0, width: 1_000, height: 700 }, room, { x: 0, y: 0, zoom: 1 })).toBeUndefined();
});

test("what is out of view at any edge, or below what floats over the canvas, comes to the middle at the same size", () => {
  const places = [
    { x: -1, y: 0 },
    { x: 0, y: -1 },
    { x: 900, y: 0 },
    { x: 0, y: 660 },
  ];
  for (const place of places) {
    const view = viewOn(cardBox(place), room, { x: 0, y: 0, zoom: 1 });
    expect(view?.zoom).toBe(1);
    expect((view?.x ?? 0) + place.x + 104).toBe(500);
    expect((view?.y ?? 0) + place.y + 43).toBe(350);
  }
});

test("seen from afar it is brought near enough to read", () => {
  expect(viewOn(cardBox({ x: 90_000, y: 0 }), room, { x: 0, y: 0, zoom: 0.1 })?.zoom).toBe(0.6);
});

test("what has no room at that size is shown whole, smaller", () => {
  const box = { x: 0, y: 0, width: 3_000, height: 500 };
  const view = viewOn(box, room, { x: 0, y: 0, zoom: 1 });
  const zoom = 952 / 3_000;
  expect(view?.zoom).toBeCloseTo(zoom);
  expect(view?.x).toBeCloseTo(24);
});

test.each([320, 250, 180, 120])("on a canvas %d pixels high a card stays readable", (height) => {
  const view = viewOn(cardBox({ x: 5_000, y: 0 }), { width: 600, height }, { x: 0, y: 0, zoom: 0.6 });
  expect(view?.zoom).toBeGreaterThanOrEqual(0.6);
});
