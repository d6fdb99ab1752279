import type { ZoomStep } from "../store/editor-state.ts";

/**
 * Which drawing of a card a zoom calls for: whole from 60 %, avatar and name below, a block below 30 %. Below 15 % an icon
 * is a speck, and thousands of cards are in view at once.
 */
export function toZoomStep(zoom: number): ZoomStep {
  if (zoom >= 0.6) return "whole";
  if (zoom >= 0.3) return "name";
  return zoom >= 0.15 ? "block" : "plain";
}
