import type { SessionId } from "../../contract/ids.ts";
import type { RunEventBody } from "../../contract/run-event.ts";
import { toUsage, type UsageRow } from "../usage-row.ts";

/** A session that is about to be cancelled: locked, and not over. */
export interface LiveRow extends UsageRow {
  readonly id: SessionId;
}

/** Fences off these sessions and ends them, with the reason that people and their agents read. */
export const CANCEL_SESSIONS = `
update session set status = 'cancelled', fence = fence + 1, owner = null, waits = 0, error = $2, finished_at = clock_timestamp()
where id = any($1::uuid[])`;

/** What is told of sessions that are cancelled, one event each. */
export function toCancelledEvents(rows: readonly LiveRow[], reason: string): readonly RunEventBody[] {
  return rows.map((row) => ({
    type: "session.finished",
    outcome: "cancelled",
    answer: "",
    error: reason,
    usage: toUsage(row),
  }));
}
