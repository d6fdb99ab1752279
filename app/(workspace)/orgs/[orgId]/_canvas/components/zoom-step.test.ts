import { expect, test } from "vitest";
import { toZoomStep } from "./zoom-step.ts";

test.each([
  [2, "whole"],
  [0.6, "whole"],
  [0.599, "name"],
  [0.3, "name"],
  [0.299, "block"],
  [0.15, "block"],
  [0.149, "plain"],
] as const)("at a zoom of %f a card of the editor is drawn as %s", (zoom, step) => {
  expect(toZoomStep(zoom)).toBe(step);
});
