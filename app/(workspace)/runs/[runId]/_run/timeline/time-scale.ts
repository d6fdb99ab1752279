/** Maps moments to places along a lane. */
export interface TimeScale {
  readonly begin: number;
  /** The last moment there is room for. */
  readonly end: number;
  readonly width: number;
  x(moment: number): number;
  moment(x: number): number;
  /** Every mark of the axis; `isMajor` ones carry their time. */
  readonly ticks: readonly { readonly at: number; readonly x: number; readonly isMajor: boolean }[];
}

const SECOND = 1_000;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400].map(
  (seconds) => seconds * SECOND,
);
const ROOM = 90;
/** Kept free on the right, so that the newest moment is not at the edge. */
const MARGIN = 0.06;
const SHORTEST = 10 * SECOND;
const STEPS_IN_VIEW = 8;

/**
 * The end of a scale for a run that goes on, at or after `end`: it moves in steps, each a small part of the whole, so that lanes
 * keep their places between two of them instead of shrinking a little with every event.
 */
export function endAhead(begin: number, end: number): number {
  const length = Math.max(end - begin, SHORTEST);
  const step = SECOND * 2 ** Math.max(0, Math.floor(Math.log2(length / STEPS_IN_VIEW / SECOND)));
  return begin + Math.ceil(length / step) * step;
}

/** A scale over a run from its beginning to `end`, in `width` pixels. */
export function createTimeScale(begin: number, end: number, width: number): TimeScale {
  const length = Math.max(SHORTEST, (end - begin) * (1 + MARGIN));
  const perMs = width / length;
  const x = (moment: number) => (moment - begin) * perMs;
  const major = STEPS.find((step) => step * perMs >= ROOM) ?? STEPS.at(-1) ?? length;
  const minor = major / 3 >= SECOND / 2 && (major / 3) * perMs >= 24 ? major / 3 : major;
  const each = Math.round(major / minor);
  const ticks = [];
  for (let index = 0; index * minor <= length; index += 1) {
    const at = Math.round(index * minor);
    ticks.push({ at, x: at * perMs, isMajor: index % each === 0 });
  }
  return {
    begin,
    end,
    width,
    x,
    ticks,
    moment: (place) => Math.min(end, Math.max(begin, begin + place / perMs)),
  };
}
