import type { HistoryEntry } from "../../contract/history.ts";
import type { OrgId } from "../../contract/ids.ts";

/**
 * Characters of task and answer that are kept for search. PostgreSQL refuses a search document over 1 MB, and a
 * session must never fail to finish because its answer was long; these stay below that for any text.
 */
export const MAX_HISTORY_TASK = 20_000;
export const MAX_HISTORY_ANSWER = 100_000;

/** The part of `pg`'s clients and pools that one statement needs. */
export interface SqlRunner {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/**
 * Writes one finished session into the history: `$1` session, `$2` org, `$3` run, `$4` agent name, `$5` task,
 * `$6` answer, `$7` finished at. Does nothing for a run without an org and for a session that is there already,
 * so it may stand as a step of the transaction or the statement that finishes a session and may be repeated.
 */
export const RECORD_HISTORY_SQL = `
  insert into history_entry (session_id, org_id, run_id, agent_name, task, answer, finished_at)
  select $1::uuid, $2::uuid, $3::uuid, $4::text, left($5::text, ${MAX_HISTORY_TASK}), left($6::text, ${MAX_HISTORY_ANSWER}), $7::timestamptz
  where $2::uuid is not null
  on conflict (session_id) do nothing`;

/** Runs `RECORD_HISTORY_SQL` on a client, inside its transaction if it has one. */
export async function recordHistory(
  runner: SqlRunner,
  orgId: OrgId | null,
  entry: HistoryEntry,
): Promise<void> {
  await runner.query(RECORD_HISTORY_SQL, [
    entry.id,
    orgId,
    entry.runId,
    withoutNul(entry.agentName),
    withoutNul(entry.task),
    withoutNul(entry.answer),
    entry.finishedAt,
  ]);
}

/** PostgreSQL's text cannot hold the character NUL. */
function withoutNul(text: string): string {
  return text.replaceAll("\u0000", "");
}
