import type { RunId, SessionId } from "../../contract/ids.ts";
import type { RunEvent } from "../../contract/run-event.ts";
import { FenceLostError } from "../../engine/ports.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";
import { setMoving } from "../runs/run-clock.ts";
import { USAGE_COLUMNS } from "../usage-row.ts";
import { CANCEL_SESSIONS, type LiveRow, toCancelledEvents } from "./cancelled-sessions.ts";

const STOPPED = "Stopped by a person.";
const STOPPED_BELOW = "Stopped because the agent above it failed.";

export interface CancelledBranch {
  readonly sessions: readonly SessionId[];
  readonly events: readonly RunEvent[];
  /** The parent, when the branch was the last thing it waited for. */
  readonly wake: SessionId | undefined;
}

interface LiveBranchRow extends LiveRow {
  readonly status: string;
}

/**
 * Stops a session and everything below it; its parent, if it has one, gets that as the child's end and goes on. Sessions that
 * are over stay as they are, so this is idempotent.
 */
export async function cancelBranch(
  database: Database,
  branch: { readonly runId: RunId; readonly sessionId: SessionId },
): Promise<CancelledBranch> {
  return untilNothing(database, { ...branch, top: "id", reason: STOPPED });
}

/**
 * Stops everything below a session that is about to fail, and takes back what it asked people: nobody would read an answer. Throws
 * `FenceLostError` when the session is no longer this worker's. Should it go on after all, because its worker died before it had failed, it
 * waits for nothing, and asks again.
 */
export async function cancelBelow(
  database: Database,
  session: { readonly runId: RunId; readonly sessionId: SessionId; readonly fence: number },
): Promise<Omit<CancelledBranch, "wake">> {
  const { fence, ...branch } = session;
  return untilNothing(database, { ...branch, top: "parent_id", reason: STOPPED_BELOW, fence });
}

/** What was opened or asked in the instant before its parent was locked is not seen by the first pass: passes are repeated until one finds nothing. */
async function untilNothing(database: Database, toCancel: ToCancel): Promise<CancelledBranch> {
  const sessions: SessionId[] = [];
  const events: RunEvent[] = [];
  let wake: SessionId | undefined;
  for (;;) {
    const pass = await inTransaction(database, (transaction) => cancelLive(transaction, toCancel));
    if (pass.sessions.length === 0) return { sessions, events, wake };
    sessions.push(...pass.sessions);
    events.push(...pass.events);
    wake ??= pass.wake;
  }
}

/** The session whose children are stopped: it is still this worker's, and waits for none of them any more. */
const OWN = "update session set waits = 0 where id = $1 and fence = $2 and status = 'running'";

/** Of a session: itself and all below it, or those below it alone. */
type Top = "id" | "parent_id";

const belowOf = (top: Top) => `
with recursive below as (
  select id from session where ${top} = $1 and run_id = $2
  union all select child.id from session child join below on child.parent_id = below.id
)`;

/** Before the sessions, as an answer locks its question and then the session: nobody waits in a circle. */
const lockWaits = (top: Top) => `${belowOf(top)}
select id, session_id as "sessionId" from wait
where run_id = $2 and (session_id in (select id from below) or session_id = $1) and status = 'open' order by id for update`;

/** Deepest first, as an ending child locks its parent and then the run. */
const lockSessions = (top: Top) => `${belowOf(top)}
select id, status, ${USAGE_COLUMNS} from session
where id in (select id from below) and status in ('ready', 'running', 'parked') order by depth desc, id for update`;

const WAKE_PARENT = `
with l as materialized (
  select p.id, p.status = 'parked' and p.waits = 1 as wakes from session s join session p on p.id = s.parent_id
  where s.id = $1 and p.status in ('ready', 'running', 'parked') for update of p
)
update session p set waits = p.waits - 1, status = case when l.wakes then 'ready' else p.status end
from l where p.id = l.id returning p.id, l.wakes`;

const END = `
with r as (
  update run set seq = seq + cardinality($3::text[]), ${setMoving("run.moving + $5::int")} where id = $1
  returning id, seq - cardinality($3::text[]) as base
), e as (
  insert into event (run_id, seq, session_id, type, payload)
  select r.id, r.base + i.number, i.session_id, i.type, i.payload::json
  from r, unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as i(session_id, type, payload, number)
  returning run_id, seq, session_id, type, at, payload
)
select e.*, s.agent_name from e join session s on s.id = e.session_id order by e.seq`;

interface ToCancel {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly top: Top;
  readonly reason: string;
  /** The claim of the session itself, where it is to fail. */
  readonly fence?: number;
}

interface OpenWait {
  readonly id: string;
  readonly sessionId: SessionId;
}

async function cancelLive(
  transaction: Transaction,
  { runId, sessionId, top, reason, fence }: ToCancel,
): Promise<CancelledBranch> {
  const values = [sessionId, runId];
  const { rows: waits } = await transaction.query<OpenWait>({ text: lockWaits(top), values });
  const { rows: live } = await transaction.query<LiveBranchRow>({ text: lockSessions(top), values });
  if (fence !== undefined) {
    const { rowCount } = await transaction.query({ text: OWN, values: [sessionId, fence] });
    if (rowCount === 0) throw new FenceLostError();
  }
  await closeWaits(transaction, waits, fence === undefined ? undefined : sessionId);
  const sessions = live.map((row) => row.id);
  if (sessions.length === 0) return { sessions, events: [], wake: undefined };
  await transaction.query({ text: CANCEL_SESSIONS, values: [sessions, reason] });
  const parents = sessions.includes(sessionId)
    ? await transaction.query<{ id: SessionId; wakes: boolean }>({ text: WAKE_PARENT, values: [sessionId] })
    : undefined;
  const wake = parents?.rows.find((row) => row.wakes)?.id;
  const moved = live.filter((row) => row.status !== "parked").length;
  const { types, payloads } = toEventRows(toCancelledEvents(live, reason));
  const { rows } = await transaction.query<EventRow>({
    text: END,
    values: [runId, sessions, types, payloads, (wake ? 1 : 0) - moved],
  });
  return { sessions, events: rows.map(fromEventRow), wake };
}

/** Of a session that may go on they are as if they had never been: a wait that nobody can answer would be found again and waited for. */
async function closeWaits(
  transaction: Transaction,
  waits: readonly OpenWait[],
  asker: SessionId | undefined,
): Promise<void> {
  const idsOf = (isOwn: boolean) =>
    waits.filter(({ sessionId }) => (sessionId === asker) === isOwn).map(({ id }) => id);
  const [own, others] = [idsOf(true), idsOf(false)];
  if (others.length > 0) {
    const text = "update wait set status = 'cancelled' where id = any($1::uuid[])";
    await transaction.query({ text, values: [others] });
  }
  if (own.length > 0)
    await transaction.query({ text: "delete from wait where id = any($1::uuid[])", values: [own] });
}
