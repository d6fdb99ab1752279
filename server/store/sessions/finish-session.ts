import type { SessionId } from "../../contract/ids.ts";
import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import { type ClaimedSession, FenceLostError, type SessionEnd } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";
import { MAX_HISTORY_ANSWER, MAX_HISTORY_TASK } from "../history/history-limits.ts";
import { setMoving } from "../runs/run-clock.ts";

/**
 * One commit: the session ends, its parent waits for one thing less (and is ready when that was the last), the root's end
 * is the run's end, and finished work becomes searchable. A completed session that a person wrote to stays.
 */
const FINISH = {
  name: "finish-session",
  text: `
with s as (
  update session set status = $3, answer = $4, error = $5, finished_at = clock_timestamp(), owner = null
  where id = $1 and fence = $2 and status = 'running' and ($3 <> 'completed' or steering = 0)
  returning id, run_id, parent_id, agent_name, task, answer, finished_at
), p as (
  update session set waits = session.waits - 1,
    status = case when session.status = 'parked' and session.waits = 1 then 'ready' else session.status end
  from s where session.id = s.parent_id and session.status in ('running', 'parked')
  returning session.id, session.status
), r as (
  update run set seq = run.seq + case when s.parent_id is null then 2 else 1 end,
    status = case when s.parent_id is null then $3 else run.status end,
    answer = case when s.parent_id is null then $4 else run.answer end,
    error = case when s.parent_id is null then $5 else run.error end,
    finished_at = case when s.parent_id is null then clock_timestamp() else run.finished_at end,
    ${setMoving("run.moving - 1 + (select count(*)::int from p where p.status = 'ready')", "run.status = 'running' and s.parent_id is not null")}
  from s where run.id = s.run_id
  returning run.id, run.org_id, run.seq - case when s.parent_id is null then 2 else 1 end as base
), h as (
  insert into history_entry (session_id, org_id, run_id, agent_name, task, answer, finished_at)
  select s.id, r.org_id, s.run_id, s.agent_name, left(s.task, ${MAX_HISTORY_TASK}), left(s.answer, ${MAX_HISTORY_ANSWER}), s.finished_at from s, r
  where $3 = 'completed' on conflict do nothing
), e as (
  insert into event (run_id, seq, session_id, type, payload)
  select r.id, r.base + i.number, case when i.type = 'run.finished' then null else s.id end, i.type, i.payload::json
  from s, r, unnest($6::text[], $7::text[]) with ordinality as i(type, payload, number)
  where i.type <> 'run.finished' or s.parent_id is null
  returning run_id, seq, session_id, type, at, payload
)
select e.*, s.agent_name, (select p.id from p where p.status = 'ready') as wake from e, s order by e.seq`,
};

export interface FinishedSession {
  readonly wake: SessionId | undefined;
  readonly hasMessages?: true;
  readonly events: readonly RunEvent[];
}

/** Ends a claimed session, unless it completed and has messages to read. Rejects with `FenceLostError` when it is no longer this worker's. */
export async function finishSession(
  database: Database,
  session: ClaimedSession,
  end: SessionEnd,
): Promise<FinishedSession> {
  const error = end.error === undefined ? {} : { error: end.error };
  const events: RunEventBody[] = [
    { type: "session.finished", outcome: end.outcome, answer: end.answer, usage: end.usage, ...error },
    { type: "run.finished", status: end.outcome, answer: end.answer, ...error },
  ];
  const { types, payloads } = toEventRows(events);
  const clean = (text: string) => text.replaceAll("\u0000", "\ufffd");
  const values = [
    session.sessionId,
    session.fence,
    end.outcome,
    clean(end.answer),
    end.error === undefined ? null : clean(end.error),
    types,
    payloads,
  ];
  const { rows } = await database.query<EventRow & { wake: string | null }>({ ...FINISH, values });
  if (!rows[0]) {
    if (await isStillOwned(database, session)) return { wake: undefined, hasMessages: true, events: [] };
    throw new FenceLostError();
  }
  return { wake: (rows[0].wake ?? undefined) as SessionId | undefined, events: rows.map(fromEventRow) };
}

async function isStillOwned(database: Database, session: ClaimedSession): Promise<boolean> {
  const { rows } = await database.query({
    text: "select 1 from session where id = $1 and fence = $2 and status = 'running'",
    values: [session.sessionId, session.fence],
  });
  return rows.length > 0;
}
