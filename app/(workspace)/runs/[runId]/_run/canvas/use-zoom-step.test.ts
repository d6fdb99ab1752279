import { expect, test } from "vitest";
import { zoomStepAt } from "./use-zoom-step.ts";

test.each([
  [2, "full"],
  [0.6, "full"],
  [0.599, "name"],
  [0.3, "name"],
  [0.299, "block"],
  [0.1, "block"],
] as const)("at a zoom of %f a card of a run is drawn as %s", (zoom, step) => {
  expect(zoomStepAt(zoom)).toBe(step);
});
