import type { RunEvent } from "../../contract/run-event.ts";
import { type ClaimedSession, FenceLostError } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow } from "../event-rows.ts";

/**
 * One commit: what people wrote leaves its table and is in the transcript. A message that is written at the same moment is
 * either taken here or still counted afterwards: the counter goes down by what was taken, never to zero.
 */
const TAKE = {
  name: "take-messages",
  text: `
with l as (
  select id, run_id, agent_name from session where id = $1 and fence = $2 and status = 'running' for update
), d as (
  delete from steering using l where steering.session_id = l.id returning steering.id, steering.text, steering.created_at
), n as (
  select count(*)::int as count from d
), s as (
  update session set steering = session.steering - n.count, position = session.position + n.count
  from l, n where session.id = l.id returning session.position - n.count as base
), r as (
  update run set seq = run.seq + n.count from l, n where run.id = l.run_id returning run.id, run.seq - n.count as base
), e as (
  insert into event (run_id, seq, session_id, position, type, payload)
  select r.id, r.base + i.number, $1, s.base + i.number - 1, 'message.received', json_build_object('text', i.text, 'from', 'person')
  from r, s, (select d.text, (row_number() over (order by d.created_at, d.id))::int as number from d) i
  returning run_id, seq, session_id, type, at, payload
)
select l.agent_name, e.* from l left join e on true order by e.seq`,
};

/** Takes what people wrote to a claimed session into its transcript. Rejects with `FenceLostError` when it is no longer owned. */
export async function takeMessages(
  database: Database,
  session: ClaimedSession,
): Promise<{ readonly texts: readonly string[]; readonly events: readonly RunEvent[] }> {
  const { rows } = await database.query<EventRow & { seq: string | null }>({
    ...TAKE,
    values: [session.sessionId, session.fence],
  });
  if (rows.length === 0) throw new FenceLostError();
  const events = rows.filter((row) => row.seq !== null).map(fromEventRow);
  const texts = events.flatMap((event) => (event.type === "message.received" ? [event.text] : []));
  return { texts, events };
}
