import type { RunId, SessionId } from "../../contract/ids.ts";
import type { RunEvent } from "../../contract/run-event.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";
import { CANCEL_SESSIONS, type LiveRow, toCancelledEvents } from "../sessions/cancelled-sessions.ts";
import { USAGE_COLUMNS } from "../usage-row.ts";
import { setMoving } from "./run-clock.ts";

const STOPPED = "Stopped by a person.";

export interface CancelledRun {
  readonly sessions: readonly SessionId[];
  readonly events: readonly RunEvent[];
}

/**
 * Stops a run: every session that is not over is fenced off and cancelled, open questions close, the run ends. Once this resolved no
 * worker can write for it any more. Idempotent: a run that is over is left as it is.
 *
 * What was opened in the instant before its parent was locked is not seen by the first pass: the run ends with the pass that leaves
 * nothing alive. Each pass is handed to `onPass` as it is committed.
 */
export async function cancelRun(
  database: Database,
  runId: RunId,
  onPass: (pass: CancelledRun) => void = () => undefined,
): Promise<CancelledRun> {
  const sessions: SessionId[] = [];
  const events: RunEvent[] = [];
  for (;;) {
    const pass = await inTransaction(database, (transaction) => cancelLive(transaction, runId));
    onPass(pass);
    sessions.push(...pass.sessions);
    events.push(...pass.events);
    if (pass.isWhole) return { sessions, events };
  }
}

/** Before the sessions, as an answer locks its question and then the session: nobody waits in a circle. */
const LOCK_WAITS = "select id from wait where run_id = $1 and status = 'open' order by id for update";

/** Deepest first, as an ending child locks its parent. */
const LOCK_SESSIONS = `
select id, ${USAGE_COLUMNS} from session where run_id = $1 and status in ('ready', 'running', 'parked') order by depth desc, id for update`;

const CLOSE_WAITS = "update wait set status = 'cancelled' where run_id = $1 and status = 'open'";

const FIND_LIVE = `
select exists (select from session where run_id = $1 and status in ('ready', 'running', 'parked')) as "isLive"`;

const tell = (alsoSet: string) => `
with r as (
  update run set seq = seq + cardinality($3::text[])${alsoSet}
  where id = $1 and status in ('running', 'paused') returning id, seq - cardinality($3::text[]) as base
), e as (
  insert into event (run_id, seq, session_id, type, payload)
  select r.id, r.base + i.number, i.session_id, i.type, i.payload::json
  from r, unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as i(session_id, type, payload, number)
  returning run_id, seq, session_id, type, at, payload
)
select e.*, s.agent_name from e left join session s on s.id = e.session_id order by e.seq`;

const TELL_SESSIONS = tell("");
const TELL_AND_END = tell(
  `, status = 'cancelled', error = $5, finished_at = clock_timestamp(), ${setMoving("0")}`,
);

/** `isWhole`: nothing of the run is alive, and it has ended. */
async function cancelLive(
  transaction: Transaction,
  runId: RunId,
): Promise<CancelledRun & { readonly isWhole: boolean }> {
  await transaction.query(LOCK_WAITS, [runId]);
  const { rows: live } = await transaction.query<LiveRow>(LOCK_SESSIONS, [runId]);
  const sessions = live.map(({ id }) => id);
  await transaction.query(CANCEL_SESSIONS, [sessions, STOPPED]);
  await transaction.query(CLOSE_WAITS, [runId]);
  // All that was alive is fenced off by now: where nothing more is seen, nothing more will be opened.
  const { rows: left } = await transaction.query<{ readonly isLive: boolean }>(FIND_LIVE, [runId]);
  const isWhole = left[0]?.isLive !== true;
  const ends = toCancelledEvents(live, STOPPED);
  const end = { type: "run.finished", status: "cancelled", answer: "", error: STOPPED } as const;
  const { types, payloads } = toEventRows(isWhole ? [...ends, end] : ends);
  const { rows } = isWhole
    ? await transaction.query<EventRow>(TELL_AND_END, [runId, [...sessions, null], types, payloads, STOPPED])
    : await transaction.query<EventRow>(TELL_SESSIONS, [runId, sessions, types, payloads]);
  return { sessions, events: rows.map(fromEventRow), isWhole };
}
