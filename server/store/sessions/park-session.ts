import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import { type ClaimedSession, FenceLostError } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow } from "../event-rows.ts";
import { setMoving } from "../runs/run-clock.ts";

const PARK = {
  name: "park-session",
  text: `
with s as (
  update session set status = case when waits > 0 then 'parked' else 'ready' end, owner = null
  where id = $1 and fence = $2 and status = 'running'
  returning run_id, agent_name, status
), r as (
  update run set seq = seq + 1, ${setMoving("run.moving - 1")}
  from s where run.id = s.run_id and s.status = 'parked' returning run.id, run.seq
), e as (
  insert into event (run_id, seq, session_id, type, payload)
  select id, seq, $1, 'session.parked', $3::text::json from r
  returning run_id, seq, session_id, type, at, payload
)
select s.status, s.agent_name, e.* from s left join e on true`,
};

/** Lets a session sleep as a row. "ready" when what it waited for came meanwhile. */
export async function parkSession(
  database: Database,
  session: ClaimedSession,
  event: Omit<Extract<RunEventBody, { type: "session.parked" }>, "type">,
): Promise<{ readonly state: "parked" | "ready"; readonly events: readonly RunEvent[] }> {
  const values = [session.sessionId, session.fence, JSON.stringify(event)];
  const { rows } = await database.query<EventRow & { status: string }>({ ...PARK, values });
  const row = rows[0];
  if (!row) throw new FenceLostError();
  return row.status === "ready"
    ? { state: "ready", events: [] }
    : { state: "parked", events: [fromEventRow(row)] };
}
