import { createSessionBook } from "../contract/event-page.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunEvent, RunEventBody } from "../contract/run-event.ts";
import { toJsonText } from "./to-json-text.ts";

/** Told about every commit of events, in order per run, right after it is durable. */
export type CommitListener = (events: readonly RunEvent[]) => void;

/** Events as the parallel arrays that one `unnest` statement takes. */
export interface EventRows {
  readonly types: readonly string[];
  readonly payloads: readonly string[];
  /** Place among the messages of this commit, from 0; null for events that carry none. */
  readonly places: readonly (number | null)[];
  readonly messageCount: number;
}

const CARRIES_MESSAGE: ReadonlySet<RunEventBody["type"]> = new Set([
  "message.received",
  "turn.finished",
  "tool_result",
]);

/** Events of a run that are no session's, though they are written with one. */
const OF_RUN: ReadonlySet<RunEventBody["type"]> = new Set(["run.started", "run.finished"]);

export function toEventRows(events: readonly RunEventBody[]): EventRows {
  let messageCount = 0;
  const places = events.map((event) => {
    if (!CARRIES_MESSAGE.has(event.type)) return null;
    messageCount += 1;
    return messageCount - 1;
  });
  return {
    types: events.map((event) => event.type),
    payloads: events.map(toPayload),
    places,
    messageCount,
  };
}

const TYPE = '{"type":"';

/** The event without its type, which has a column of its own and stands first in nearly every event: then it is cut off the text. */
function toPayload(event: RunEventBody): string {
  const text = toJsonText(event);
  const end = TYPE.length + event.type.length + 1;
  if (text.startsWith(TYPE)) return text.charAt(end) === "," ? `{${text.slice(end + 1)}` : "{}";
  const { type: _type, ...payload } = event;
  return toJsonText(payload);
}

/** Where the events of one commit of a session ended up: they follow each other and share their moment. */
export interface EventPlace {
  readonly runId: string;
  /** Seq before the first. */
  readonly base: number;
  readonly sessionId: SessionId;
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The events of a commit as they are read back, without reading them back. A run's own events have no session. */
export function toCommitted(
  { runId, base, sessionId, agent, at }: EventPlace,
  bodies: readonly RunEventBody[],
  payloads: readonly string[],
): readonly RunEvent[] {
  const moment = new Date(at).toISOString();
  return bodies.map((body, index) => {
    // What had to be cleaned is told as it was stored.
    const payload = payloads[index] ?? "";
    const stored = payload.includes("\ufffd") ? { ...JSON.parse(payload), type: body.type } : body;
    const [id, seq] = [runId as RunId, base + index + 1];
    // Members one by one behind the body: only the first spread of an object is a plain copy.
    const event = OF_RUN.has(body.type)
      ? { ...stored, runId: id, at: moment, seq }
      : { ...stored, runId: id, at: moment, seq, sessionId, agent };
    return event as RunEvent;
  });
}

/** One row of the event table, joined with its session's agent. */
export interface EventRow {
  readonly run_id: string;
  readonly seq: string;
  readonly session_id: string | null;
  readonly agent_name: string | null;
  readonly type: string;
  readonly at: Date;
  readonly payload: unknown;
}

export function fromEventRow(row: EventRow): RunEvent {
  const head = { runId: row.run_id as RunId, seq: Number(row.seq), at: row.at.toISOString() };
  const session =
    row.session_id === null ? {} : { sessionId: row.session_id as SessionId, agent: row.agent_name ?? "" };
  // Written by `toEventRows` from the same type, by this code or an older version of it.
  return { ...head, ...session, ...(row.payload as object), type: row.type } as RunEvent;
}

/** The same row, with its payload as the text that is stored. */
export interface WrittenRow extends Omit<EventRow, "run_id" | "at" | "payload"> {
  /** Milliseconds since 1970. */
  readonly at: string;
  readonly payload: string;
}

/** Bytes of an event beside its type and what it says: three numbers and what stands between them. */
const ROOM = 64;

/** The rows as the JSON of an `EventPage`, without taking payloads apart. Made as bytes: as text it would be copied four times. */
export function writeEventPage(rows: readonly WrittenRow[]): Uint8Array {
  const book = createSessionBook();
  const places = rows.map(({ session_id, agent_name }) => book.place(session_id, agent_name));
  const begin = `{"sessions":${JSON.stringify(book.sessions)},"events":[`;
  const size = rows.reduce((sum, row) => sum + Buffer.byteLength(row.payload) + row.type.length + ROOM, 0);
  const page = Buffer.allocUnsafe(Buffer.byteLength(begin) + size + ROOM);
  let end = page.write(begin);
  for (const [index, { seq, at, type, payload }] of rows.entries()) {
    end += page.write(`${index === 0 ? "" : ","}[${seq},${at},${places[index]},"${type}",`, end, "latin1");
    end += page.write(payload, end);
    end += page.write("]", end, "latin1");
  }
  end += page.write("]}", end, "latin1");
  return page.subarray(0, end);
}
