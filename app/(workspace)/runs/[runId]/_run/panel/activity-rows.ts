import type { RunEvent } from "@/server/contract/run-event.ts";
import { describeEvent, type EventLine } from "../view/describe-event.ts";

export interface ActivityRow extends EventLine {
  readonly event: RunEvent;
}

/**
 * Turns the events of a run into rows; hand each reader one of its own. What was described before is not described again: a run
 * only ever grows, and of twenty thousand events a frame brings ten.
 */
export function createActivityRows(): (activity: readonly RunEvent[]) => readonly ActivityRow[] {
  const rows: ActivityRow[] = [];
  /** Rows there are after so many events. */
  const until: number[] = [0];
  const seen: RunEvent[] = [];
  return (activity) => {
    if (seen[0] !== activity[0]) {
      rows.length = 0;
      until.length = 1;
      seen.length = 0;
    }
    for (const event of activity.slice(seen.length)) {
      const line = describeEvent(event);
      if (line) rows.push({ ...line, event });
      seen.push(event);
      until.push(rows.length);
    }
    return rows.slice(0, until[activity.length]);
  };
}
