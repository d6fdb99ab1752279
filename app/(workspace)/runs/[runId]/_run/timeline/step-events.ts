import type { RunEvent } from "@/server/contract/run-event.ts";

/** The moment of the next event after this one, or of the one before; undefined when there is none. */
export function neighbourMoment(
  events: readonly RunEvent[],
  moment: number,
  direction: 1 | -1,
): number | undefined {
  const isPast = (event: RunEvent): boolean => Date.parse(event.at) * direction > moment * direction;
  const event = direction === 1 ? events.find(isPast) : events.findLast(isPast);
  return event && Date.parse(event.at);
}
