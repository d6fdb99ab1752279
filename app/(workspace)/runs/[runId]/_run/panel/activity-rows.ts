import type { RunEvent } from "@/server/contract/run-event.ts";
import { describeEvent, type EventLine } from "../view/describe-event.ts";
import { itemAt, itemsFrom, type PagedList } from "../view/paged-list.ts";

export interface ActivityRow extends EventLine {
  readonly event: RunEvent;
}

/** Rows up to a moment. */
export interface ActivityRows {
  readonly count: number;
  /** Undefined from `count` on. */
  at(index: number): ActivityRow | undefined;
}

/**
 * Turns the events of a run into rows; hand each reader one of its own. What was described before is neither described nor copied
 * again: a run only ever grows, and of twenty thousand events a frame brings ten.
 */
export function createActivityRows(): (activity: PagedList<RunEvent>) => ActivityRows {
  const rows: ActivityRow[] = [];
  /** Rows there are after so many events. */
  const until: number[] = [0];
  let first: RunEvent | undefined;
  return (activity) => {
    if (first !== itemAt(activity, 0)) {
      rows.length = 0;
      until.length = 1;
      first = itemAt(activity, 0);
    }
    for (const event of itemsFrom(activity, until.length - 1)) {
      const line = describeEvent(event);
      if (line) rows.push({ ...line, event });
      until.push(rows.length);
    }
    const count = until[activity.length] ?? 0;
    return { count, at: (index) => (index < count ? rows[index] : undefined) };
  };
}
