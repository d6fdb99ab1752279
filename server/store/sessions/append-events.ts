import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import { addUsage, NO_USAGE, type Usage } from "../../contract/usage.ts";
import { type ClaimedSession, FenceLostError, type SessionNews } from "../../engine/ports.ts";
import { type EventRows, toCommitted, toEventRows } from "../event-rows.ts";
import { type Lane, toArrayText, toLines } from "../lane.ts";
import { SPENT_COLUMNS } from "../runs/run-clock.ts";
import { toJsonText } from "../to-json-text.ts";
import { readNews } from "./session-news.ts";

const HEAD = `
with s as (
  update session set position = position + $3, turns = turns + $4,
    input_tokens = input_tokens + $5, cached_input_tokens = cached_input_tokens + $6, output_tokens = output_tokens + $7,
    cost = case when $8::float8 is null then cost else coalesce(cost, 0) + $8::float8 end,
    tool_calls = tool_calls + $9, work_ms = work_ms + $10
  where id = $1 and fence = $2 and status = 'running'
  returning run_id, agent_name, steering, position - $3 as base
), r as (
  update run set seq = seq + $11, is_scripted = is_scripted and $12, tokens = run.tokens + $5 + $7,
    cost = run.cost + coalesce($8::float8, 0), tool_calls = run.tool_calls + $9
  from s where run.id = s.run_id
  returning run.id, run.seq - $11 as base, ${SPENT_COLUMNS}
), t as materialized (
  select clock_timestamp()::timestamptz(3) as at from r
), e as (
  insert into event (run_id, seq, session_id, position, type, at, payload)
  select r.id, r.base + i.number, $1, s.base + i.place, i.type, t.at, i.payload::json
  from r, s, t, unnest($13::text[], string_to_array($14, E'\\n'), $15::int[]) with ordinality as i(type, payload, place, number)
)`;
const TAIL = `select r.id, r.base, (extract(epoch from t.at) * 1000)::bigint, s.agent_name,
  s.steering, r.run_status, r.run_tokens, r.run_cost, r.run_tool_calls, r.run_seconds
from s, r, t`;

/**
 * One statement, one commit: the session's counters under its fence, the run's seq and totals under its row lock, the rows.
 * What budgets, pausing and people's messages ask for comes back with it, so that a turn needs no statement for them.
 */
const APPEND = { name: "append-events", text: `${HEAD} ${TAIL}` };

/** The same with the skills that were activated, which few commits have. */
const APPEND_WITH_SKILLS = {
  name: "append-events-with-skills",
  text: `${HEAD}, k as (
  insert into skill_activation (session_id, skill, revision)
  select distinct on (i.skill) $1::uuid, i.skill, i.revision from s, json_to_recordset($16::json) as i(skill text, revision text)
  on conflict (session_id, skill) do update set revision = excluded.revision
) ${TAIL}`,
};

export interface AppendedEvents {
  readonly events: readonly RunEvent[];
  readonly news: SessionNews;
}

/** One session's part of a commit. */
export interface EventAppend {
  readonly session: Pick<ClaimedSession, "sessionId" | "fence">;
  readonly events: readonly RunEventBody[];
}

/** What one session's part adds to its row and to its run's. */
export interface AppendFigures {
  readonly rows: EventRows;
  readonly turns: number;
  readonly usage: Usage;
  readonly toolCalls: number;
  readonly workMs: number;
  readonly isScripted: boolean;
}

export function toAppendFigures(events: readonly RunEventBody[]): AppendFigures {
  let usage: Usage | undefined;
  let turns = 0;
  let toolCalls = 0;
  for (const event of events) {
    const used = usageOf(event);
    if (used) usage = usage ? addUsage(usage, used) : used;
    if (event.type === "turn.finished") turns += 1;
    if (event.type === "tool_call") toolCalls += 1;
  }
  const isScripted = events.every((event) => event.type !== "turn.started" || event.isScripted);
  return {
    rows: toEventRows(events),
    turns,
    usage: usage ?? NO_USAGE,
    toolCalls,
    workMs: workMs(events),
    isScripted,
  };
}

/** What a model call used, if the event tells of one. */
function usageOf(event: RunEventBody): Usage | null {
  return event.type === "turn.finished" || event.type === "context.compacted" ? event.usage : null;
}

/** Whether the events need a statement of their own. */
export function isSpecial({ events }: EventAppend): boolean {
  return events.some((event) => event.type === "skill.activated");
}

/** Appends events of a claimed session. Rejects with `FenceLostError` when it is no longer this worker's. */
export async function appendEvents(lane: Lane, append: EventAppend): Promise<AppendedEvents> {
  const { session, events } = append;
  const { rows, turns, usage, toolCalls, workMs, isScripted } = toAppendFigures(events);
  const values = [
    session.sessionId,
    ...[session.fence, rows.messageCount, turns].map(String),
    ...[usage.inputTokens, usage.cachedInputTokens, usage.outputTokens].map(String),
    usage.cost === null ? null : String(usage.cost),
    ...[toolCalls, workMs, events.length, isScripted].map(String),
    toArrayText(rows.types),
    toLines(rows.payloads),
    toArrayText(rows.places),
  ];
  const skills = events.filter((event) => event.type === "skill.activated");
  const [row] = await lane.send(
    isSpecial(append)
      ? {
          ...APPEND_WITH_SKILLS,
          values: [...values, toJsonText(skills.map(({ skill, revision }) => ({ skill, revision })))],
        }
      : { ...APPEND, values },
  );
  if (!row) throw new FenceLostError();
  const [runId, base, at, agent] = row;
  const place = {
    runId: runId ?? "",
    base: Number(base),
    sessionId: session.sessionId,
    agent: agent ?? "",
    at: Number(at),
  };
  return { events: toCommitted(place, events, rows.payloads), news: readNews(row, 4) };
}

/** Milliseconds of model calls and tool calls. */
function workMs(events: readonly RunEventBody[]): number {
  return events.reduce(
    (sum, event) =>
      event.type === "turn.finished" || event.type === "tool_result" ? sum + event.durationMs : sum,
    0,
  );
}
