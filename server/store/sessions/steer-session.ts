import type { RunEvent } from "../../contract/run-event.ts";
import { storable } from "../../contract/storable.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";
import { isId } from "../is-id.ts";
import { newId } from "../new-id.ts";

/** Messages of people that may wait for one session. */
export const MOST_WAITING_MESSAGES = 50;

/** One commit: the message waits, the session's row counts it, and people see that it was sent. */
const STEER = {
  name: "steer-session",
  text: `
with s as (
  update session set steering = steering + 1
  where id = $1 and run_id = $2 and status in ('ready', 'running', 'parked') and steering < ${MOST_WAITING_MESSAGES}
  returning id, run_id, agent_name
), m as (
  insert into steering (id, session_id, text) select $3, s.id, $4 from s
), r as (
  update run set seq = seq + 1 from s where run.id = s.run_id returning run.id, run.seq
), e as (
  insert into event (run_id, seq, session_id, type, payload)
  select r.id, r.seq, s.id, 'message.queued', $5::text::json from r, s
  returning run_id, seq, session_id, type, at, payload
)
select e.*, s.agent_name from e, s`,
};

export type SteerOutcome =
  | { readonly state: "sent"; readonly events: readonly RunEvent[] }
  | { readonly state: "unknown" | "over" | "full"; readonly agentName: string };

export interface SteerMessage {
  readonly runId: string;
  readonly sessionId: string;
  readonly text: string;
}

/** Leaves a person's message for a session that is not over. Durable before it resolves. */
export async function steerSession(database: Database, message: SteerMessage): Promise<SteerOutcome> {
  const { runId, sessionId } = message;
  if (!isId(runId) || !isId(sessionId)) return { state: "unknown", agentName: "" };
  const text = storable(message.text);
  const [payload] = toEventRows([{ type: "message.queued", text }]).payloads;
  const { rows } = await database.query<EventRow>({
    ...STEER,
    values: [sessionId, runId, newId(), text, payload],
  });
  if (rows.length > 0) return { state: "sent", events: rows.map(fromEventRow) };
  const found = await database.query<{ agent_name: string; is_live: boolean }>({
    text: "select agent_name, status in ('ready', 'running', 'parked') as is_live from session where id = $1 and run_id = $2",
    values: [sessionId, runId],
  });
  const [session] = found.rows;
  if (!session) return { state: "unknown", agentName: "" };
  return { state: session.is_live ? "full" : "over", agentName: session.agent_name };
}
