const SECOND = 1_000;

export interface PlayheadPlace {
  /** The moment shown. */
  readonly at: number;
  readonly begin: number;
  readonly end: number;
}

/** Where a key moves the playhead: a moment, null for now, undefined when it is not a key of the playhead. */
export function playheadTarget(key: string, place: PlayheadPlace): number | null | undefined {
  const target = wanted(key, place);
  if (target === undefined || target === null) return target;
  return target >= place.end ? null : Math.max(place.begin, target);
}

function wanted(key: string, { at, begin }: PlayheadPlace): number | null | undefined {
  switch (key) {
    case "ArrowLeft":
      return at - SECOND;
    case "ArrowRight":
      return at + SECOND;
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
