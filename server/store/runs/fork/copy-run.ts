import type { ForkRunInput } from "../../../contract/api.ts";
import type { Budget } from "../../../contract/budget.ts";
import type { RunId, SessionId } from "../../../contract/ids.ts";
import type { ModelChoice } from "../../../contract/org-document.ts";
import type { RunEvent, RunEventBody } from "../../../contract/run-event.ts";
import { type Database, inTransaction, type Transaction } from "../../database.ts";
import { type EventRow, fromEventRow } from "../../event-rows.ts";
import { isId } from "../../is-id.ts";
import { newId } from "../../new-id.ts";
import { toJsonText } from "../../to-json-text.ts";
import type { Copies } from "./copies.ts";
import { forkEvents } from "./fork-events.ts";
import { insertEvents, insertSessions, insertWaits } from "./insert-copies.ts";
import { readSharedPast, type StoredEvent } from "./shared-past.ts";
import { shiftExpiry } from "./shift-expiry.ts";

interface SourceRow {
  readonly org_id: string;
  readonly org_name: string;
  readonly org_version: number;
  readonly from_agent: string | null;
  readonly is_removed: boolean;
  readonly task: string;
  readonly model_override: ModelChoice | null;
  readonly budget: Budget | null;
  readonly request_tools: readonly string[] | null;
  readonly warned: readonly string[] | null;
}

/** Where a run is forked, and by whom. */
export interface ForkedRun extends ForkRunInput {
  readonly by?: string | undefined;
}

export type CopiedRun =
  | { readonly state: "unknown" | "removed" }
  | {
      readonly state: "copied";
      readonly runId: RunId;
      /** Sessions that can go on. */
      readonly wake: readonly SessionId[];
      /** What marks the fork; everything before it nobody has followed. */
      readonly events: readonly RunEvent[];
    };

/**
 * Copies a run up to a turn, in one transaction that reads the other run and writes nothing of it. `enqueue` adds the wake-ups
 * inside the transaction. "removed": the org was deleted.
 */
export async function copyRun(
  database: Database,
  input: ForkedRun,
  enqueue: (sessionId: SessionId, transaction: Transaction) => Promise<void>,
): Promise<CopiedRun> {
  const { runId, sessionId } = input;
  if (!isId(runId) || !isId(sessionId)) return { state: "unknown" };
  return inTransaction(database, async (transaction) => {
    const source = await readSource(transaction, runId);
    const stored = source && (await readPast(transaction, input));
    if (!source || !stored) return { state: "unknown" };
    if (source.is_removed) return { state: "removed" };
    const before = readSharedPast(stored);
    const point = {
      ...input,
      runId: runId as RunId,
      sessionId: sessionId as SessionId,
      isLead: before.sessions.get(sessionId)?.parentId === null,
    };
    const told = forkEvents(stored, point, before);
    const shift = Date.now() - (told.at(-1)?.at ?? 0);
    const events = told.map((event) => shiftExpiry(event, shift));
    const past = readSharedPast(events);
    const ids = await newIds(transaction, runId, [...past.sessions.keys(), ...askedIn(events)]);
    const newRunId = ids.get(runId) as RunId;
    const copies = { past, ids, shift, runId: newRunId };
    await insertRun(transaction, copies, { source, events, input });
    await insertSessions(transaction, copies);
    await insertEvents(transaction, copies, events);
    await insertWaits(transaction, copies);
    await copyFiles(transaction, copies, { runId, told: toldFiles(events) });
    const wake = [...past.sessions.values()]
      .filter((session) => session.status === "ready")
      .map((session) => ids.get(session.id) as SessionId);
    for (const id of wake) await enqueue(id, transaction);
    return {
      state: "copied",
      runId: newRunId,
      wake,
      events: await marks(transaction, newRunId, stored.length),
    };
  });
}

async function readSource(transaction: Transaction, runId: string): Promise<SourceRow | undefined> {
  // The org is held, so that it is not removed before the fork counts as one of its runs.
  const { rows } = await transaction.query<SourceRow>({
    text: `select r.org_id, r.org_name, r.org_version, r.from_agent, o.removed_at is not null as is_removed, r.task, r.model_override, r.budget, r.request_tools, r.warned
from run r join org o on o.id = r.org_id where r.id = $1 for share of o`,
    values: [runId],
  });
  return rows[0];
}

interface StoredRow {
  readonly session_id: string | null;
  readonly position: number | null;
  readonly type: string;
  readonly at: Date;
  readonly payload: object;
}

/** Everything before the turn began; where it was begun twice (a crash in between), the last beginning counts. */
async function readPast(
  transaction: Transaction,
  { runId, sessionId, turn }: ForkRunInput,
): Promise<readonly StoredEvent[] | undefined> {
  const { rows: starts } = await transaction.query<{ seq: string }>({
    text: `select seq from event where run_id = $1 and session_id = $2 and type = 'turn.started' and (payload->>'turn')::int = $3
order by seq desc limit 1`,
    values: [runId, sessionId, turn],
  });
  const [start] = starts;
  if (!start) return undefined;
  const { rows } = await transaction.query<StoredRow>({
    text: "select session_id, position, type, at, payload from event where run_id = $1 and seq < $2 order by seq",
    values: [runId, start.seq],
  });
  return rows.map((row) => ({
    sessionId: row.session_id,
    position: row.position,
    at: row.at.getTime(),
    body: { ...row.payload, type: row.type } as RunEventBody,
  }));
}

/** A new id for everything that has one of its own: the run, its sessions, questions and files. */
async function newIds(
  transaction: Transaction,
  runId: string,
  told: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await transaction.query<{ id: string }>({
    text: "select id from artifact where run_id = $1",
    values: [runId],
  });
  const known = [runId, ...told, ...rows.map((row) => row.id)];
  return new Map(known.map((id) => [id, newId()]));
}

/** Those that were taken back as well: events tell of them. */
function askedIn(events: readonly StoredEvent[]): readonly string[] {
  return events.flatMap(({ body }) => (body.type === "question.asked" ? [body.waitId] : []));
}

interface NewRun {
  readonly source: SourceRow;
  readonly events: readonly StoredEvent[];
  readonly input: ForkedRun;
}

async function insertRun(
  transaction: Transaction,
  { past, shift, runId }: Copies,
  { source, events, input }: NewRun,
): Promise<void> {
  const sessions = [...past.sessions.values()];
  const first = events[0];
  const started = first?.body.type === "run.started" ? first.body : undefined;
  const moving = sessions.filter((session) => session.status === "ready").length;
  await transaction.query({
    text: `insert into run (id, org_id, org_name, org_version, task, status, seq, model_override, budget, warned, tokens, cost, tool_calls, moving,
  clock_ms, clock_since, is_scripted, started_at, forked_from, is_unattended, request_tools, from_agent, started_by)
values ($1, $2, $3, $4, $5, 'running', $6, $7::json, $8::json, $9, $10, $11, $12, $13, $14, clock_timestamp(), $15, $16, $17, $18, $19::json, $20, $21)`,
    values: [
      runId,
      source.org_id,
      source.org_name,
      source.org_version,
      started?.task ?? source.task,
      events.length,
      source.model_override && toJsonText(source.model_override),
      started?.budget ? toJsonText(started.budget) : null,
      // With another budget, people are warned anew.
      input.budget ? [] : (source.warned ?? []).slice(0, past.warnings),
      sessions.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0),
      sessions.reduce((sum, { usage }) => sum + (usage.cost ?? 0), 0),
      sessions.reduce((sum, { toolCalls }) => sum + toolCalls, 0),
      moving,
      past.clockMs,
      past.isScripted,
      new Date((first?.at ?? 0) + shift),
      input.runId,
      started?.isUnattended ?? false,
      source.request_tools && toJsonText(source.request_tools),
      source.from_agent,
      input.by ?? null,
    ],
  });
}

function toldFiles(events: readonly StoredEvent[]): readonly string[] {
  return events.flatMap(({ body }) => (body.type === "artifact.created" ? [body.artifactId] : []));
}

/** Files that the shared part tells of, with their content: what is made later in the other run is not there. */
async function copyFiles(
  transaction: Transaction,
  { ids, runId, past }: Copies,
  from: { readonly runId: string; readonly told: readonly string[] },
): Promise<void> {
  const { rows } = await transaction.query<{ id: string; session_id: string | null }>({
    text: "select id, session_id from artifact where run_id = $1 and (is_attachment or id = any($2::uuid[]))",
    values: [from.runId, from.told],
  });
  for (const { id, session_id: sessionId } of rows) {
    if (sessionId !== null && !past.sessions.has(sessionId)) continue;
    await transaction.query({
      text: `with a as (
  insert into artifact (id, run_id, session_id, call_id, name, media_type, size, is_attachment, created_at)
  select $2, $3, $4, call_id, name, media_type, size, is_attachment, created_at from artifact where id = $1
)
insert into artifact_content (artifact_id, content) select $2, content from artifact_content where artifact_id = $1`,
      values: [id, ids.get(id), runId, sessionId === null ? null : ids.get(sessionId)],
    });
  }
}

async function marks(transaction: Transaction, runId: RunId, afterSeq: number): Promise<readonly RunEvent[]> {
  const { rows } = await transaction.query<EventRow>({
    text: `select e.run_id, e.seq, e.session_id, s.agent_name, e.type, e.at, e.payload
from event e left join session s on s.id = e.session_id where e.run_id = $1 and e.seq > $2 order by e.seq`,
    values: [runId, afterSeq],
  });
  return rows.map(fromEventRow);
}
