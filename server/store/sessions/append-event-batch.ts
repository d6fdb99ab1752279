import type { Database } from "../database.ts";
import { type EventPlace, toCommitted } from "../event-rows.ts";
import { SPENT_COLUMNS } from "../runs/run-clock.ts";
import {
  type AppendedEvents,
  type AppendFigures,
  type EventAppend,
  toAppendFigures,
} from "./append-events.ts";
import { type NewsRow, toNews } from "./session-news.ts";

/**
 * `append-events` for several sessions: one statement, one commit. Rows are locked in the order in which everyone locks them
 * (sessions deepest first, then runs, each by id), so that nobody waits in a circle. Sessions that are not this worker's any
 * more are left out, the others are written. Seqs and positions of what shares a run or a session follow the order of the batch.
 */
const APPEND_BATCH = {
  name: "append-event-batch",
  text: `
with i as materialized (
  select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::float8[],
    $9::int[], $10::int[], $11::int[], $12::bool[])
    with ordinality as i(id, fence, messages, turns, input, cached, output, cost, tool_calls, work_ms, events, is_scripted, number)
), l as materialized (
  select session.id, session.run_id, i.number, i.events, i.messages, i.turns, i.input, i.cached, i.output, i.cost, i.tool_calls, i.work_ms, i.is_scripted
  from session join i on i.id = session.id
  where session.fence = i.fence and session.status = 'running'
  order by session.depth desc, session.id for update of session
), s as (
  update session set position = position + l.messages, turns = session.turns + l.turns,
    input_tokens = input_tokens + l.input, cached_input_tokens = cached_input_tokens + l.cached, output_tokens = output_tokens + l.output,
    cost = case when l.cost is null then session.cost else coalesce(session.cost, 0) + l.cost end,
    tool_calls = session.tool_calls + l.tool_calls, work_ms = session.work_ms + l.work_ms
  from l where session.id = l.id
  returning session.id, session.agent_name, session.steering, session.position - l.messages as base
), k as materialized (
  select id from run where id in (select run_id from l) order by id for update
), g as (
  select run_id, sum(events) as events, sum(input + output) as tokens, coalesce(sum(cost), 0) as cost,
    sum(tool_calls) as tool_calls, bool_and(is_scripted) as is_scripted
  from l group by run_id
), r as (
  update run set seq = seq + g.events, is_scripted = run.is_scripted and g.is_scripted, tokens = run.tokens + g.tokens,
    cost = run.cost + g.cost, tool_calls = run.tool_calls + g.tool_calls
  from g, k where run.id = g.run_id and k.id = run.id
  returning run.id, run.seq - g.events as base, ${SPENT_COLUMNS}
), t as materialized (
  select clock_timestamp()::timestamptz(3) as at from (select 1 from r limit 1) locked
), o as materialized (
  select l.id, l.number, l.run_id, s.agent_name, s.steering, s.base as position,
    r.base + sum(l.events) over (partition by l.run_id order by l.number) - l.events as seq,
    r.run_status, r.run_tokens, r.run_cost, r.run_tool_calls, r.run_seconds, t.at
  from t, l join s on s.id = l.id join r on r.id = l.run_id
), e as (
  insert into event (run_id, seq, session_id, position, type, at, payload)
  select o.run_id, o.seq + p.place, o.id, o.position + p.message, p.type, o.at, p.payload::json
  from unnest($13::int[], $14::int[], $15::int[], $16::text[], $17::text[]) as p(number, place, message, type, payload)
  join o on o.number = p.number
)
select o.run_id, o.seq as base, o.id as session_id, o.at, o.number, o.agent_name, o.steering, o.run_status, o.run_tokens, o.run_cost, o.run_tool_calls, o.run_seconds
from o`,
};

interface BatchRow extends EventPlace, NewsRow {
  readonly number: string;
}

/** One answer an append, in its order; undefined for sessions that are no longer this worker's. Each session at most once. */
export async function appendEventBatch(
  database: Database,
  appends: readonly EventAppend[],
): Promise<readonly (AppendedEvents | undefined)[]> {
  const figures = appends.map(({ events }) => toAppendFigures(events));
  const values = toValues(appends, figures);
  const { rows } = await database.query<BatchRow>({ ...APPEND_BATCH, values });
  const answers: (AppendedEvents | undefined)[] = appends.map(() => undefined);
  for (const row of rows) {
    const index = Number(row.number) - 1;
    const written = figures[index]?.rows;
    const events = appends[index]?.events;
    if (written && events) answers[index] = { events: toCommitted(row, events, written), news: toNews(row) };
  }
  return answers;
}

function toValues(appends: readonly EventAppend[], figures: readonly AppendFigures[]): unknown[][] {
  const columns: unknown[][] = Array.from({ length: 17 }, () => []);
  const add = (first: number, values: readonly unknown[]): void => {
    for (const [index, value] of values.entries()) columns[first + index]?.push(value);
  };
  for (const [index, { rows, turns, usage, toolCalls, workMs, isScripted }] of figures.entries()) {
    const { session, events } = appends[index] as EventAppend;
    const tokens = [usage.inputTokens, usage.cachedInputTokens, usage.outputTokens, usage.cost];
    const head = [session.sessionId, session.fence, rows.messageCount, turns, ...tokens];
    add(0, [...head, toolCalls, workMs, events.length, isScripted]);
    for (const [place, type] of rows.types.entries()) {
      add(12, [index + 1, place + 1, rows.places[place] ?? null, type, rows.payloads[place]]);
    }
  }
  return columns;
}
