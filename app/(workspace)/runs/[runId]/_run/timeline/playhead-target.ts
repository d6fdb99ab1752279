import type { RunEvent } from "@/server/contract/run-event.ts";
import type { PagedList } from "../view/paged-list.ts";
import { neighbourMoment } from "./step-events.ts";

const SECOND = 1_000;

export interface PlayheadKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

export interface PlayheadPlace {
  /** The moment shown. */
  readonly at: number;
  readonly begin: number;
  readonly end: number;
  readonly events: PagedList<RunEvent>;
}

/** Where a key moves the playhead: a moment, null for now, undefined when it is not a key of the playhead. */
export function playheadTarget(pressed: PlayheadKey, place: PlayheadPlace): number | null | undefined {
  const target = wanted(pressed, place);
  if (target === undefined || target === null) return target;
  return target >= place.end ? null : Math.max(place.begin, target);
}

function wanted(
  { key, shiftKey }: PlayheadKey,
  { at, begin, events }: PlayheadPlace,
): number | null | undefined {
  switch (key) {
    case "ArrowLeft":
      return shiftKey ? (neighbourMoment(events, at, -1) ?? begin) : at - SECOND;
    case "ArrowRight":
      return shiftKey ? (neighbourMoment(events, at, 1) ?? null) : at + SECOND;
    case "Home":
      return begin;
    case "End":
    case "l":
    case "L":
      return null;
    default:
      return undefined;
  }
}
