import { storable } from "../../contract/storable.ts";
import { toEventRows } from "../event-rows.ts";
import { MAX_HISTORY_ANSWER, MAX_HISTORY_TASK } from "../history/history-limits.ts";
import { type Lane, toArrayText, toLines } from "../lane.ts";
import { SPENT_COLUMNS, setMoving } from "../runs/run-clock.ts";
import { toAppendFigures } from "./append-events.ts";
import {
  leavingEvents,
  type SessionLeave,
  type SessionWrite,
  toWritten,
  type WrittenSession,
} from "./write-sessions.ts";

/**
 * The last events of a root session and its end, which is its run's end: what `writeSessions` does for it, for one session alone. Both
 * rows are locked by being changed, session first. The last two events are those of the end, and are written only if it ends.
 */
const END = {
  name: "end-run",
  text: `
with s as (
  update session set position = position + $3, turns = turns + $4,
    input_tokens = input_tokens + $5, cached_input_tokens = cached_input_tokens + $6, output_tokens = output_tokens + $7,
    cost = case when $8::float8 is null then cost else coalesce(cost, 0) + $8::float8 end,
    tool_calls = tool_calls + $9, work_ms = work_ms + $10, (status, owner, answer, error, finished_at) = (
      select l.state, case when l.state = 'running' then session.owner end,
        case when l.state = 'running' then session.answer else $17::text end,
        case when l.state = 'running' then session.error else $18::text end,
        case when l.state = 'running' then session.finished_at else clock_timestamp() end
      from (select case when $16::text = 'completed' and (session.steering > 0 or run.status = 'paused') then 'running' else $16::text end as state
        from run where run.id = session.run_id) l
    )
  where id = $1 and fence = $2 and status = 'running' and parent_id is null
  returning run_id, agent_name, steering, task, status as state, position - $3 as base
), r as (
  update run set seq = seq + $11 + case when s.state = 'running' then 0 else 2 end, is_scripted = is_scripted and $12,
    tokens = run.tokens + $5 + $7, cost = run.cost + coalesce($8::float8, 0), tool_calls = run.tool_calls + $9,
    status = case when s.state = 'running' then run.status else s.state end,
    answer = case when s.state = 'running' then run.answer else $17::text end,
    error = case when s.state = 'running' then run.error else $18::text end,
    finished_at = case when s.state = 'running' then run.finished_at else clock_timestamp() end,
    ${setMoving("run.moving - case when s.state = 'running' then 0 else 1 end", "run.status = 'running' and s.state = 'running'")}
  from s where run.id = s.run_id
  returning run.id, run.org_id, run.seq - $11 - case when s.state = 'running' then 0 else 2 end as base, ${SPENT_COLUMNS}
), t as materialized (
  select clock_timestamp()::timestamptz(3) as at from r
), h as (
  insert into history_entry (session_id, org_id, run_id, agent_name, task, answer, finished_at)
  select $1, r.org_id, r.id, s.agent_name, left(s.task, ${MAX_HISTORY_TASK}), left($17::text, ${MAX_HISTORY_ANSWER}), t.at
  from r, s, t where s.state = 'completed' on conflict do nothing
), e as (
  insert into event (run_id, seq, session_id, position, type, at, payload)
  select r.id, r.base + i.number, case when i.type <> 'run.finished' then $1::uuid end, s.base + i.place, i.type, t.at, i.payload::json
  from r, s, t, unnest($13::text[], string_to_array($14, E'\\n'), $15::int[]) with ordinality as i(type, payload, place, number)
  where i.number <= $11 or s.state <> 'running'
)
select 1, r.id, r.base, (extract(epoch from t.at) * 1000)::bigint, s.agent_name, s.state, null, null, null,
  s.steering, r.run_status, r.run_tokens, r.run_cost, r.run_tool_calls, r.run_seconds
from s, r, t`,
};

/** The end of a root session, with its last events. */
export interface RunEnd extends SessionWrite {
  readonly parentId?: undefined;
  readonly leave: Exclude<SessionLeave, { readonly state: "parked" }>;
}

export function isRunEnd(write: SessionWrite): write is RunEnd {
  const { leave, parentId, opening } = write;
  return leave !== undefined && leave.state !== "parked" && parentId === undefined && opening === undefined;
}

/** One commit; undefined when the session is no longer this worker's. */
export async function endRun(lane: Lane, write: RunEnd): Promise<WrittenSession | undefined> {
  const { session, events, leave } = write;
  const figures = toAppendFigures(events);
  const leaving = leavingEvents(leave);
  const leavingRows = toEventRows(leaving);
  const { rows, turns, usage, toolCalls, workMs, isScripted } = figures;
  const [row] = await lane.send({
    ...END,
    values: [
      session.sessionId,
      ...[session.fence, rows.messageCount, turns].map(String),
      ...[usage.inputTokens, usage.cachedInputTokens, usage.outputTokens].map(String),
      usage.cost === null ? null : String(usage.cost),
      ...[toolCalls, workMs, events.length, isScripted].map(String),
      toArrayText([...rows.types, ...leavingRows.types]),
      toLines([...rows.payloads, ...leavingRows.payloads]),
      toArrayText([...rows.places, ...leavingRows.places]),
      leave.state,
      storable(leave.answer),
      leave.error === undefined ? null : storable(leave.error),
    ],
  });
  const part = { figures, leaving, leavingRows, keptParent: undefined };
  return row && toWritten(row, { part, write, woken: new Set() });
}
