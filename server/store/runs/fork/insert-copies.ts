import type { Transaction } from "../../database.ts";
import { toEventRows } from "../../event-rows.ts";
import { newId } from "../../new-id.ts";
import { toJsonText } from "../../to-json-text.ts";
import type { Copies } from "./copies.ts";
import { requestKey } from "./request-key.ts";
import type { PastSession, PastWait, StoredEvent } from "./shared-past.ts";

/** Rows that go in one statement. */
const CHUNK = 2_000;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Sessions as they stood, parents first: those at work are ready, and go on from what is durable. */
export async function insertSessions(transaction: Transaction, copies: Copies): Promise<void> {
  const sessions = [...copies.past.sessions.values()];
  const when = (at: number | null): Date | null => (at === null ? null : new Date(at + copies.shift));
  const rows = sessions.map((session) => ({
    ...sessionFigures(session),
    id: copies.ids.get(session.id),
    run_id: copies.runId,
    parent_id: session.parentId === null ? null : copies.ids.get(session.parentId),
    started_at: when(session.startedAt),
    finished_at: when(session.finishedAt),
  }));
  await insertRecords(transaction, "session", rows);
  await insertRecords(
    transaction,
    "steering",
    sessions.flatMap((session) =>
      session.unread.map((text, index) => ({
        id: newId(),
        session_id: copies.ids.get(session.id),
        text,
        created_at: new Date(Date.now() + index),
      })),
    ),
  );
  await insertRecords(
    transaction,
    "skill_activation",
    sessions.flatMap((session) =>
      [...session.skills].map(([skill, revision]) => ({
        session_id: copies.ids.get(session.id),
        skill,
        revision,
        activated_at: new Date(),
      })),
    ),
  );
}

function sessionFigures(session: PastSession) {
  return {
    call_id: session.callId,
    call_index: session.callIndex,
    agent_id: session.agentId,
    agent_name: session.agentName,
    depth: session.depth,
    task: session.task,
    status: session.status,
    // One that nobody has begun is claimed as one that is new.
    fence: session.turns === 0 && session.position <= 1 ? 0 : 1,
    position: session.position,
    waits: session.waits,
    turns: session.turns,
    tool_calls: session.toolCalls,
    work_ms: session.workMs,
    steering: session.unread.length,
    is_limited: false,
    waiting_for_slot: false,
    input_tokens: session.usage.inputTokens,
    cached_input_tokens: session.usage.cachedInputTokens,
    output_tokens: session.usage.outputTokens,
    cost: session.usage.cost,
    answer: session.answer,
    error: session.error,
    reports: session.reports,
  };
}

/** Questions of sessions that were over are closed; others are open, or answered as they were. */
export async function insertWaits(transaction: Transaction, copies: Copies): Promise<void> {
  const when = (at: number | null): Date | null => (at === null ? null : new Date(at + copies.shift));
  const rows = [...copies.past.waits.values()].map((wait) => ({
    id: copies.ids.get(wait.id),
    run_id: copies.runId,
    session_id: copies.ids.get(wait.sessionId),
    call_id: wait.callId,
    ...requestOf(wait),
    // What was allowed once was allowed in the other run: here it counts as used.
    used_at: wait.approval ? when(wait.answeredAt) : null,
    status: wait.answer ? "answered" : isOver(copies, wait.sessionId) ? "cancelled" : "open",
    answer: wait.answer,
    asked_at: when(wait.askedAt),
    answered_at: when(wait.answeredAt),
  }));
  await insertRecords(transaction, "wait", rows);
}

function requestOf(wait: PastWait) {
  const { questions, approval, secret, chain } = wait;
  const request = { questions, approval, secret, chain };
  return { ...requestKey(wait), request, expires_at: approval?.expiresAt ?? null };
}

function isOver({ past }: Copies, sessionId: string): boolean {
  return past.sessions.get(sessionId)?.finishedAt !== null;
}

type Table = "session" | "steering" | "skill_activation" | "wait";

/** One statement for many rows, each given as the columns of the table. */
async function insertRecords(transaction: Transaction, table: Table, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  for (let start = 0; start < rows.length; start += CHUNK) {
    await transaction.query({
      text: `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      values: [toJsonText(rows.slice(start, start + CHUNK))],
    });
  }
}

/** The shared events under the new ids, in order. */
export async function insertEvents(
  transaction: Transaction,
  { runId, ids, shift }: Copies,
  events: readonly StoredEvent[],
): Promise<void> {
  for (let start = 0; start < events.length; start += CHUNK) {
    const part = events.slice(start, start + CHUNK);
    const { types, payloads } = toEventRows(part.map(({ body }) => body));
    await transaction.query({
      text: `insert into event (run_id, seq, session_id, position, type, at, payload)
select $1, $2 + i.number, i.session_id, i.position, i.type, i.at, i.payload::json
from unnest($3::uuid[], $4::int[], $5::text[], $6::timestamptz[], $7::text[]) with ordinality as i(session_id, position, type, at, payload, number)`,
      values: [
        runId,
        start,
        part.map(({ sessionId }) => (sessionId === null ? null : ids.get(sessionId))),
        part.map(({ position }) => position),
        types,
        part.map(({ at }) => new Date(at + shift)),
        payloads.map((payload, index) =>
          part[index]?.body.type === "run.forked" ? payload : renamed(payload, ids),
        ),
      ],
    });
  }
}

/** Ids inside of what is told: the parent of a session, a question, a file. */
function renamed(payload: string, ids: ReadonlyMap<string, string>): string {
  return payload.replaceAll(ID, (id) => ids.get(id) ?? id);
}
