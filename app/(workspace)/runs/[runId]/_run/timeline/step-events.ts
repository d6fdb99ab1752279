import type { RunEvent } from "@/server/contract/run-event.ts";

/** The moment of the next event after this one, or of the one before; undefined when there is none. */
export function neighbourMoment(
  events: readonly RunEvent[],
  moment: number,
  direction: 1 | -1,
): number | undefined {
  const times = events.map((event) => Date.parse(event.at));
  return direction === 1 ? times.find((time) => time > moment) : times.findLast((time) => time < moment);
}
