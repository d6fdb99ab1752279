import type { ZoomStep } from "../store/editor-state.ts";

/** Which drawing of a card a zoom calls for: whole from 60 %, avatar and name below, a block below 30 %. */
export function toZoomStep(zoom: number): ZoomStep {
  if (zoom >= 0.6) return "whole";
  return zoom >= 0.3 ? "name" : "block";
}
