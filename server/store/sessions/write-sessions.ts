import type { SessionId } from "../../contract/ids.ts";
import type { RunEvent, RunEventBody, SessionOutcome } from "../../contract/run-event.ts";
import type { SessionNews } from "../../engine/ports.ts";
import { type EventRows, toCommitted, toEventRows } from "../event-rows.ts";
import { MAX_HISTORY_ANSWER, MAX_HISTORY_TASK } from "../history/history-limits.ts";
import { type Lane, type LaneRow, toArrayText, toLines } from "../lane.ts";
import { SPENT_COLUMNS, setMoving } from "../runs/run-clock.ts";
import { type AppendFigures, type EventAppend, toAppendFigures } from "./append-events.ts";
import { type BornSession, bornEvents, FIRST_EVENTS } from "./born-sessions.ts";
import { readNews } from "./session-news.ts";

/** How a session leaves its worker. */
export type SessionLeave =
  | { readonly state: "parked"; readonly waitingFor: "children" | "person"; readonly count: number }
  | {
      readonly state: SessionOutcome;
      readonly answer: string;
      readonly error?: string | undefined;
      readonly finished: Extract<RunEventBody, { type: "session.finished" }>;
    };

/** One session's part of a commit: its events, the sessions that it opens, and then its end or its sleep. */
export interface SessionWrite extends EventAppend {
  readonly parentId?: SessionId | undefined;
  readonly opening?: Opening | undefined;
  readonly leave?: SessionLeave | undefined;
}

export interface Opening {
  readonly born: readonly BornSession[];
  /** The worker that has them from the first moment; absent: they are ready for whoever claims them. */
  readonly worker: number | undefined;
}

export interface WrittenSession {
  readonly events: readonly RunEvent[];
  readonly news: SessionNews;
  /** What it is now. "running": it did not end, because a person wrote to it or paused its run meanwhile. */
  readonly state: "running" | "parked" | "ready" | SessionOutcome;
  /** The parent, when this was the last thing it waited for. */
  readonly woken: WokenParent | undefined;
}

export interface WokenParent {
  readonly sessionId: SessionId;
  /** Where this worker has it again already. */
  readonly claim?: { readonly fence: number; readonly news: SessionNews };
}

/** Parents that sleep and that this worker kept as they were: nobody has to read them when they wake. */
export interface KeptParents {
  readonly worker: number;
  /** The claim under which it went to sleep, and how many messages it had. */
  find(sessionId: SessionId): { readonly fence: number; readonly position: number } | undefined;
}

/** Sessions that are opened, from the event that tells of them: their worker's from the first moment, or ready for whoever claims them. */
const BORN = `, b as (
  insert into session (id, run_id, parent_id, call_id, call_index, agent_id, agent_name, depth, task, status, position, fence, owner)
  select q.born, o.run_id, o.id, c."callId", c.index, c."agentId", c."agentName", o.depth + 1, c.task,
    case when o.opens_for is null then 'ready' else 'running' end, 1, case when o.opens_for is null then 0 else 1 end, o.opens_for
  from q join o on o.number = q.number
    cross join lateral json_to_record(q.payload::json) as c("callId" text, index int, "agentId" text, "agentName" text, task text)
  where q.born is not null and q.type = 'session.started'
)`;

/**
 * Events, ends and sleeps of several sessions: one statement, one commit. Rows are locked in the order in which everyone locks
 * them (sessions deepest first, then runs, each by id), so that nobody waits in a circle. Sessions that are not this worker's
 * any more are left out, the others are written. Seqs and positions of what shares a run follow the order of the batch.
 *
 * A session that opens others waits for them from then on. One that ends makes its parent wait for one thing less, also where that is ready already because
 * its worker died, and ready when it slept and that was the last; the root's end is the run's
 * end; completed work becomes searchable. One that completed stays if a person wrote to it or paused its run meanwhile.
 *
 * Rows of a batch meet each other as seldom as can be: nothing here has an index, so each such join costs the square of the batch.
 * Sessions are looked up one by one, which only an index can do: a list of ids would be planned by the size of the table, and a plan
 * from the time when it was small reads all of it for ever.
 */
function writeText({ isOpening }: { readonly isOpening: boolean }): string {
  const only = (text: string): string => (isOpening ? text : "");
  return `
with i as materialized (
  select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::float8[],
    $9::int[], $10::int[], $11::int[], $12::bool[], $13::text[], $14::int[], $15::int[]${only(", $24::int[], $25::int[]")})
    with ordinality as i(id, fence, messages, turns, input, cached, output, cost, tool_calls, work_ms, events, is_scripted, leave, kept_fence, kept_position${only(", opens, opens_for")}, number)
), q as materialized (
  select * from unnest($16::int[], $17::int[], $18::int[], $19::text[], $20::text[], string_to_array($21, E'\\n')${only(", $26::uuid[]")})
    as q(number, place, message, only_if, type, payload${only(", born")})
), l as materialized (
  select locked.* from (
    select given.id from unnest($22::uuid[]) as given(id)
      cross join lateral (select session.depth from session where session.id = given.id offset 0) found order by found.depth desc, given.id
  ) ordered cross join lateral (
    select session.id, session.run_id, session.parent_id, session.fence, session.status, session.steering, session.waits,
      session.agent_name, session.task, session.position, session.is_limited${only(", session.depth")}
    from session where session.id = ordered.id for update
  ) locked
), a as materialized (
  select i.*, l.run_id, l.parent_id, l.agent_name, l.steering, l.task, l.position as base,${only(" l.depth,")} m.state, m.state in ('completed', 'failed', 'cancelled') as is_over,
    run.status = 'running' as is_running
  from i join l on l.id = i.id join run on run.id = l.run_id cross join lateral (
    select case when i.leave = 'parked' and l.waits${only(" + i.opens")} = 0 then 'ready'
      when i.leave = 'completed' and (l.steering > 0 or run.status = 'paused') then 'running' else i.leave end as state
  ) m
  where l.fence = i.fence and l.status = 'running'
), f as materialized (
  select a.number, q.payload::json ->> 'answer' as answer, q.payload::json ->> 'error' as error
  from a join q on q.number = a.number and q.type = 'session.finished' and q.only_if = 'over' where a.is_over
), s as (
  update session set position = position + a.messages, turns = session.turns + a.turns,
    input_tokens = input_tokens + a.input, cached_input_tokens = cached_input_tokens + a.cached, output_tokens = output_tokens + a.output,
    cost = case when a.cost is null then session.cost else coalesce(session.cost, 0) + a.cost end,
    tool_calls = session.tool_calls + a.tool_calls,${only(" waits = session.waits + a.opens,")} work_ms = session.work_ms + a.work_ms,
    status = a.state, owner = case when a.state = 'running' then session.owner end,
    answer = case when a.is_over then f.answer else session.answer end,
    error = case when a.is_over then f.error else session.error end,
    finished_at = case when a.is_over then clock_timestamp() else session.finished_at end
  from a left join f on f.number = a.number where session.id = a.id
), c as (
  select l.id, n.ended, l.status = 'parked' and l.waits <= n.ended as wakes,
    l.status = 'parked' and l.waits <= n.ended and l.fence = n.fence and l.position = n.position and not l.is_limited and n.is_running as resumes
  from (
    select parent_id, count(*)::int as ended, max(kept_fence) as fence, max(kept_position) as position, bool_and(is_running) as is_running
    from a where is_over and parent_id is not null group by parent_id
  ) n join l on l.id = n.parent_id where l.status in ('ready', 'running', 'parked')
), p as (
  update session set waits = session.waits - c.ended,
    status = case when c.resumes then 'running' when c.wakes then 'ready' else session.status end,
    fence = case when c.resumes then session.fence + 1 else session.fence end,
    owner = case when c.resumes then $23::int else session.owner end
  from c where session.id = c.id
  returning session.id, session.run_id, session.fence, session.steering, c.wakes, c.resumes
), w as materialized (
  select * from p where p.wakes
), k as materialized (
  select id from run where id in (select run_id from a) order by id for update
), g as (
  select a.run_id, sum(a.events + case when is_over then case when parent_id is null then 2 else 1 end when state = 'parked' then 1 else 0 end) as events,
    sum(input + output) as tokens, coalesce(sum(cost), 0) as cost, sum(tool_calls) as tool_calls, bool_and(is_scripted) as is_scripted,
    (select count(*)::int from w where w.run_id = a.run_id) - count(*) filter (where is_over or state = 'parked')::int${only(" + sum(a.opens)::int")} as moving,
    bool_or(is_over and parent_id is null) as is_ending, max(state) filter (where is_over and parent_id is null) as outcome,
    max(f.answer) filter (where parent_id is null) as answer, max(f.error) filter (where parent_id is null) as error
  from a left join f on f.number = a.number group by a.run_id
), r as (
  update run set seq = seq + g.events, is_scripted = run.is_scripted and g.is_scripted, tokens = run.tokens + g.tokens,
    cost = run.cost + g.cost, tool_calls = run.tool_calls + g.tool_calls,
    status = case when g.is_ending then g.outcome else run.status end,
    answer = case when g.is_ending then g.answer else run.answer end,
    error = case when g.is_ending then g.error else run.error end,
    finished_at = case when g.is_ending then clock_timestamp() else run.finished_at end,
    ${setMoving("run.moving + g.moving", "run.status = 'running' and not g.is_ending")}
  from g where run.id = g.run_id and (select count(*) from k) > 0
  returning run.id, run.org_id, run.seq - g.events as base, ${SPENT_COLUMNS}
), t as materialized (
  select clock_timestamp()::timestamptz(3) as at from (select 1 from r limit 1) locked
), o as materialized (
  select a.id, a.number, a.run_id, a.parent_id, a.agent_name, a.steering, a.task, a.state, a.is_over, a.base as position,${only(" a.depth, a.opens_for,")}
    r.base + sum(a.events + case when a.is_over then case when a.parent_id is null then 2 else 1 end when a.state = 'parked' then 1 else 0 end)
      over (partition by a.run_id order by a.number rows unbounded preceding)
      - (a.events + case when a.is_over then case when a.parent_id is null then 2 else 1 end when a.state = 'parked' then 1 else 0 end) as seq,
    r.org_id, r.run_status, r.run_tokens, r.run_cost, r.run_tool_calls, r.run_seconds, t.at
  from t, a join r on r.id = a.run_id
), h as (
  insert into history_entry (session_id, org_id, run_id, agent_name, task, answer, finished_at)
  select o.id, o.org_id, o.run_id, o.agent_name, left(o.task, ${MAX_HISTORY_TASK}), left(f.answer, ${MAX_HISTORY_ANSWER}), o.at
  from o join f on f.number = o.number where o.state = 'completed' on conflict do nothing
), e as (
  insert into event (run_id, seq, session_id, position, type, at, payload)
  select o.run_id, o.seq + q.place, ${isOpening ? "coalesce(q.born, case when q.type <> 'run.finished' then o.id end)" : "case when q.type <> 'run.finished' then o.id end"},
    ${isOpening ? "case when q.born is null then o.position else 0 end" : "o.position"} + q.message, q.type, o.at, q.payload::json
  from q join o on o.number = q.number
  where q.only_if = 'any' or q.only_if = 'over' and o.is_over and (q.type <> 'run.finished' or o.parent_id is null) or q.only_if = 'parked' and o.state = 'parked'
)${only(BORN)}
select o.number, o.run_id, o.seq, (extract(epoch from o.at) * 1000)::bigint, o.agent_name, o.state, w.id,
  case when w.resumes then w.fence end, w.steering,
  o.steering, o.run_status, o.run_tokens, o.run_cost, o.run_tool_calls, o.run_seconds
from o left join w on w.id = o.parent_id and o.is_over order by o.number`;
}

const WRITE = { name: "write-sessions", text: writeText({ isOpening: false }) };
const WRITE_AND_OPEN = { name: "write-and-open-sessions", text: writeText({ isOpening: true }) };

/** One answer a write, in its order; undefined for sessions that are no longer this worker's. Each session at most once, and no parent of one that ends. */
export async function writeSessions(
  lane: Lane,
  writes: readonly SessionWrite[],
  kept?: KeptParents,
): Promise<readonly (WrittenSession | undefined)[]> {
  const parts = writes.map((write) => toPart(write, kept));
  const columns = new Columns();
  for (const [index, write] of writes.entries()) columns.add(write, parts[index] as Part, index + 1);
  const worker = kept === undefined ? null : String(kept.worker);
  const values = [...columns.toValues(), worker];
  const isOpening = writes.some(({ opening }) => opening);
  const rows = await lane.send(
    isOpening
      ? { ...WRITE_AND_OPEN, values: [...values, ...columns.toOpeningValues()] }
      : { ...WRITE, values },
  );
  const answers: (WrittenSession | undefined)[] = writes.map(() => undefined);
  const woken = new Set<string>();
  for (const row of rows) {
    const index = Number(row[0]) - 1;
    const [part, write] = [parts[index], writes[index]];
    if (part && write) answers[index] = toWritten(row, { part, write, woken });
  }
  return answers;
}

/** What one session's write adds: its events, and those of its leaving, which are written only if it does leave. */
interface Part {
  readonly figures: AppendFigures;
  readonly leaving: readonly RunEventBody[];
  readonly leavingRows: EventRows;
  readonly keptParent: ReturnType<KeptParents["find"]>;
}

function toPart({ events, leave, parentId }: SessionWrite, kept: KeptParents | undefined): Part {
  const leaving = leave ? leavingEvents(leave) : [];
  return {
    figures: toAppendFigures(events),
    leaving,
    leavingRows: toEventRows(leaving),
    keptParent: parentId === undefined ? undefined : kept?.find(parentId),
  };
}

/** What a session's end or sleep is told with: its own, and that of its run where it is the root. */
export function leavingEvents(leave: SessionLeave): readonly RunEventBody[] {
  if (leave.state === "parked") {
    return [{ type: "session.parked", waitingFor: leave.waitingFor, count: leave.count }];
  }
  const { finished, state, answer, error } = leave;
  const reason = error === undefined ? {} : { error };
  return [finished, { type: "run.finished", status: state, answer, ...reason }];
}

interface Answering {
  readonly part: Part;
  readonly write: SessionWrite;
  /** Parents that were told of already: of several children that end together one wakes it. */
  readonly woken: Set<string>;
}

/** What was written of one session, from a row of the statement's answer. */
export function toWritten(row: LaneRow, { part, write, woken }: Answering): WrittenSession {
  const [, runId, base, at, agent, written, parent, fence, steering] = row;
  const state = written as WrittenSession["state"];
  const isRoot = write.parentId === undefined;
  const left =
    state === "running" || state === "ready" ? [] : isRoot ? part.leaving : part.leaving.slice(0, 1);
  const born = write.opening?.born ?? [];
  const place = {
    runId: runId ?? "",
    base: Number(base),
    sessionId: write.session.sessionId,
    agent: agent ?? "",
    at: Number(at),
  };
  const afterEvents = place.base + write.events.length;
  const afterBorn = afterEvents + born.length * FIRST_EVENTS;
  const isFirst = parent != null && !woken.has(parent);
  if (isFirst) woken.add(parent);
  const news = readNews(row, 9);
  const claim =
    fence == null
      ? {}
      : { claim: { fence: Number(fence), news: { ...news, waitingMessages: Number(steering) } } };
  return {
    events: [
      ...toCommitted(place, write.events, part.figures.rows.payloads),
      ...bornEvents(born, { ...place, base: afterEvents }),
      ...toCommitted({ ...place, base: afterBorn }, left, part.leavingRows.payloads),
    ],
    news,
    state,
    woken: isFirst ? { sessionId: parent as SessionId, ...claim } : undefined,
  };
}

/** The statement's parameters but the last: columns of sessions, columns of events, their payloads, and whom to lock. */
class Columns {
  readonly #sessions: (string | number | boolean | null)[][] = Array.from({ length: 15 }, () => []);
  readonly #events: (string | number | null)[][] = Array.from({ length: 5 }, () => []);
  readonly #payloads: string[] = [];
  readonly #ids = new Set<string>();
  /** Of each session how many it opens and for which worker, and of each event which of them it belongs to. */
  readonly #opens: number[] = [];
  readonly #opensFor: (number | null)[] = [];
  readonly #born: (string | null)[] = [];

  add(write: SessionWrite, { figures, leavingRows, keptParent }: Part, number: number): void {
    const { session, events, leave, parentId, opening } = write;
    const { rows, turns, usage, toolCalls, workMs, isScripted } = figures;
    const born = opening?.born ?? [];
    const count = events.length + born.length * FIRST_EVENTS;
    push(this.#sessions, [
      ...[session.sessionId, session.fence, rows.messageCount, turns],
      ...[usage.inputTokens, usage.cachedInputTokens, usage.outputTokens, usage.cost],
      ...[toolCalls, workMs, count, isScripted, leave?.state ?? "running"],
      ...[keptParent?.fence ?? null, keptParent?.position ?? null],
    ]);
    this.#opens.push(born.length);
    this.#opensFor.push(opening?.worker ?? null);
    this.#ids.add(session.sessionId);
    if (parentId !== undefined && leave) this.#ids.add(parentId);
    this.#addEvents(rows, { number, after: 0, onlyIf: "any" });
    for (const [index, { sessionId, rows: first }] of born.entries()) {
      const after = events.length + index * FIRST_EVENTS;
      this.#addEvents(first, { number, after, onlyIf: "any", born: sessionId });
    }
    const onlyIf = leave?.state === "parked" ? "parked" : "over";
    this.#addEvents(leavingRows, { number, after: count, onlyIf });
  }

  #addEvents({ types, places, payloads }: EventRows, { number, after, onlyIf, born }: EventsPlace): void {
    for (const [index, type] of types.entries()) {
      push(this.#events, [number, after + index + 1, places[index] ?? null, onlyIf, type]);
      this.#born.push(born ?? null);
    }
    this.#payloads.push(...payloads);
  }

  toValues(): readonly string[] {
    const columns = [...this.#sessions, ...this.#events].map(toArrayText);
    return [...columns, toLines(this.#payloads), toArrayText([...this.#ids])];
  }

  /** What follows them where sessions are opened. */
  toOpeningValues(): readonly string[] {
    return [this.#opens, this.#opensFor, this.#born].map(toArrayText);
  }
}

interface EventsPlace {
  /** Of the session in the batch. */
  readonly number: number;
  /** How many of its part come before. */
  readonly after: number;
  readonly onlyIf: "any" | "parked" | "over";
  readonly born?: string;
}

function push<Value>(columns: readonly Value[][], values: readonly Value[]): void {
  for (const [index, value] of values.entries()) columns[index]?.push(value);
}
