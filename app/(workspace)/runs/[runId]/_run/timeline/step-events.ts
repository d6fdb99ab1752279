import type { RunEvent } from "@/server/contract/run-event.ts";
import { countWhile, itemAt, type PagedList } from "../view/paged-list.ts";

/** The moment of the next event after this one, or of the one before; undefined when there is none. */
export function neighbourMoment(
  events: PagedList<RunEvent>,
  moment: number,
  direction: 1 | -1,
): number | undefined {
  const isBefore = ({ at }: RunEvent): boolean =>
    direction === 1 ? Date.parse(at) <= moment : Date.parse(at) < moment;
  const count = countWhile(events, isBefore);
  const event = direction === 1 ? itemAt(events, count) : count === 0 ? undefined : itemAt(events, count - 1);
  return event && Date.parse(event.at);
}
