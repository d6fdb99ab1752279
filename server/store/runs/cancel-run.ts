import type { RunId, SessionId } from "../../contract/ids.ts";
import type { RunEvent } from "../../contract/run-event.ts";
import type { Usage } from "../../contract/usage.ts";
import { type Database, inTransaction } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";
import { setMoving } from "./run-clock.ts";

const STOPPED = "Stopped by a person.";

interface LockedSession {
  readonly id: SessionId;
  readonly input_tokens: string;
  readonly cached_input_tokens: string;
  readonly output_tokens: string;
  readonly cost: number | null;
}

function usageOf(row: LockedSession): Usage {
  return {
    inputTokens: Number(row.input_tokens),
    cachedInputTokens: Number(row.cached_input_tokens),
    outputTokens: Number(row.output_tokens),
    cost: row.cost,
  };
}

/**
 * Stops a run: every session that is not over is fenced off and cancelled, open questions close, the run ends. From the
 * commit on no worker can write for it any more. Idempotent: a run that is over is left as it is.
 */
export async function cancelRun(
  database: Database,
  runId: RunId,
): Promise<{ readonly sessions: readonly SessionId[]; readonly events: readonly RunEvent[] }> {
  return inTransaction(database, async (transaction) => {
    // Questions first, as an answer locks its question and then the session: nobody waits in a circle.
    await transaction.query({
      text: "select id from wait where run_id = $1 and status = 'open' order by id for update",
      values: [runId],
    });
    // Deepest first, as an ending child locks its parent.
    const locked = await transaction.query<LockedSession>({
      text: `select id, input_tokens, cached_input_tokens, output_tokens, cost from session where run_id = $1 and status in ('ready', 'running', 'parked') order by depth desc, id for update`,
      values: [runId],
    });
    const sessions = locked.rows.map((row) => row.id);
    await transaction.query({
      text: `update session set status = 'cancelled', fence = fence + 1, owner = null, waits = 0, error = $2, finished_at = clock_timestamp() where id = any($1::uuid[])`,
      values: [sessions, STOPPED],
    });
    await transaction.query({
      text: `update wait set status = 'cancelled' where run_id = $1 and status = 'open'`,
      values: [runId],
    });
    const { types, payloads } = toEventRows([
      ...locked.rows.map(
        (row) =>
          ({
            type: "session.finished",
            outcome: "cancelled",
            answer: "",
            error: STOPPED,
            usage: usageOf(row),
          }) as const,
      ),
      { type: "run.finished", status: "cancelled", answer: "", error: STOPPED },
    ]);
    const { rows } = await transaction.query<EventRow>({
      text: `with r as (
  update run set status = 'cancelled', error = $5, finished_at = clock_timestamp(), seq = seq + cardinality($3::text[]), ${setMoving("0")}
  where id = $1 and status in ('running', 'paused') returning id, seq - cardinality($3::text[]) as base
), e as (
  insert into event (run_id, seq, session_id, type, payload)
  select r.id, r.base + i.number, i.session_id, i.type, i.payload::json
  from r, unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as i(session_id, type, payload, number)
  returning run_id, seq, session_id, type, at, payload
)
select e.*, s.agent_name from e left join session s on s.id = e.session_id order by e.seq`,
      values: [runId, [...sessions, null], types, payloads, STOPPED],
    });
    return { sessions, events: rows.map(fromEventRow) };
  });
}
