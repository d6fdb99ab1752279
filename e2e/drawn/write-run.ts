import { createHash } from "node:crypto";
import type { Client } from "pg";
import { v7 as uuid } from "uuid";
import type { Budget } from "../../server/contract/budget.ts";
import type { RunEventBody } from "../../server/contract/run-event.ts";
import { NO_USAGE } from "../../server/contract/usage.ts";
import type { EventScript, ScriptedEvent } from "./event-script.ts";

export interface DrawnRun {
  readonly script: EventScript;
  readonly orgSlug: string;
  readonly task: string;
  /** When it began; everything in it follows from that. */
  readonly begin: Date;
  readonly budget?: Budget;
  readonly status: "running" | "paused" | "completed" | "failed" | "cancelled";
  readonly forkedFrom?: string;
}

/** Where a drawn run stands in the database. */
export interface WrittenRun {
  readonly runId: string;
  /** Ids of sessions and waits by the names they have in the script. */
  idOf(name: string): string;
  /** Writes down what the script has grown by since, in one commit, and rings for those who follow the run. */
  catchUp(): Promise<void>;
}

/**
 * Writes a run down as if it had been: sessions, events, waits and files, at the times of its script. Nobody works on it, whatever its
 * status: what goes on is parked for something that never comes.
 */
export async function writeRun(client: Client, run: DrawnRun): Promise<WrittenRun> {
  const { rows } = await client.query("select id, name, version from org where slug = $1", [run.orgSlug]);
  const org: { id: string; name: string; version: number } = rows[0];
  const runId = uuid();
  const ids = new Map<string, string>();
  const idOf = (name: string): string => {
    const known = ids.get(name) ?? uuid();
    ids.set(name, known);
    return known;
  };
  const at = (second: number) => new Date(run.begin.getTime() + second * 1_000);
  const events = wholeScript(run, org);
  const end = events.at(-1)?.at ?? 0;
  const lead = run.script.ends.get("lead");
  await client.query(
    `insert into run (id, org_id, org_name, org_version, task, status, budget, answer, error, is_scripted, forked_from, started_at, finished_at,
  seq, moving, tokens, cost, started_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, $10, $11, $12, $13, 0, $14, $15,
  'A person at a page')`,
    [
      runId,
      org.id,
      org.name,
      org.version,
      run.task,
      run.status,
      run.budget ? JSON.stringify(run.budget) : null,
      lead?.answer ?? "",
      lead?.error ?? null,
      run.forkedFrom ?? null,
      at(0),
      lead ? at(end) : null,
      events.length,
      ...spentOf(run.script),
    ],
  );
  const written = { sessions: 0, events: 0 };
  const writeRest = async (): Promise<void> => {
    const place: Place = { run, runId, idOf, at };
    for (const { id } of run.script.sessions.slice(written.sessions)) await writeSession(client, place, id);
    written.sessions = run.script.sessions.length;
    for (const event of wholeScript(run, org).slice(written.events)) {
      written.events += 1;
      await writeEvent(client, place, { ...event, seq: written.events });
    }
  };
  await writeRest();
  return {
    runId,
    idOf,
    async catchUp() {
      await client.query("begin");
      await writeRest();
      await client.query("update run set seq = $2 where id = $1", [runId, written.events]);
      await client.query("commit");
      await tell(client, { type: "committed", from: "drawn", runId });
    },
  };
}

/** Says something to every server that listens at this database. */
async function tell(client: Client, message: object): Promise<void> {
  await client.query("select pg_notify('openhive', $1)", [JSON.stringify(message)]);
}

export interface StreamedText {
  /** As it is named in the script. */
  readonly session: string;
  readonly turn: number;
  readonly text: string;
}

/** Streams what a model is saying to everyone who follows the run now. */
export async function streamText(
  client: Client,
  { runId, idOf }: WrittenRun,
  { session, turn, text }: StreamedText,
): Promise<void> {
  const delta = { type: "text.delta", runId, sessionId: idOf(session), turn, offset: 0, text };
  await tell(client, { type: "delta", from: "drawn", delta });
}

interface Place {
  readonly run: DrawnRun;
  readonly runId: string;
  readonly idOf: (name: string) => string;
  readonly at: (second: number) => Date;
}

function wholeScript({ script, task, budget, status }: DrawnRun, org: { name: string; version: number }) {
  const events = script.events;
  const lead = script.ends.get("lead");
  const last = events.at(-1)?.at ?? 0;
  const started: RunEventBody = {
    type: "run.started",
    task,
    orgName: org.name,
    orgVersion: org.version,
    attachments: [],
    ...(budget ? { budget } : {}),
  };
  const whole: ScriptedEvent[] = [{ at: 0, session: null, body: started }, ...events];
  if (status === "paused") whole.push({ at: last, session: null, body: { type: "run.paused" } });
  if (lead)
    whole.push({
      at: last,
      session: null,
      body: {
        type: "run.finished",
        status: lead.outcome,
        answer: lead.answer ?? "",
        ...(lead.error === undefined ? {} : { error: lead.error }),
      },
    });
  return whole;
}

function spentOf({ usages }: EventScript): readonly [number, number] {
  const all = [...usages.values()];
  return [
    all.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    all.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
  ];
}

async function writeSession(client: Client, { run, runId, idOf, at }: Place, name: string): Promise<void> {
  const session = run.script.sessions.find(({ id }) => id === name);
  if (!session) return;
  const end = run.script.ends.get(name);
  const usage = run.script.usages.get(name) ?? NO_USAGE;
  await client.query(
    `insert into session (id, run_id, parent_id, call_id, call_index, agent_id, agent_name, depth, task, status, waits, input_tokens,
  cached_input_tokens, output_tokens, cost, answer, error, started_at, finished_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      idOf(name),
      runId,
      session.parent === undefined ? null : idOf(session.parent),
      session.callId ?? null,
      session.index ?? 0,
      session.agentId,
      session.agentName,
      session.parent === undefined ? 0 : 1,
      session.task,
      end?.outcome ?? "parked",
      usage.inputTokens,
      usage.cachedInputTokens,
      usage.outputTokens,
      usage.cost,
      end?.answer ?? "",
      end?.error ?? null,
      at(session.begin),
      end ? at(end.at) : null,
    ],
  );
}

const IN_TRANSCRIPT: readonly string[] = ["message.received", "turn.finished", "tool_result"];

async function writeEvent(
  client: Client,
  place: Place,
  { at, session, body, seq }: ScriptedEvent & { readonly seq: number },
): Promise<void> {
  const { type, ...payload } = body;
  const names: Record<string, unknown> = { ...payload };
  for (const key of ["parentSessionId", "waitId", "artifactId"])
    if (typeof names[key] === "string") names[key] = place.idOf(names[key]);
  const sessionId = session === null ? null : place.idOf(session);
  await client.query(
    "insert into event (run_id, seq, session_id, position, type, at, payload) values ($1, $2, $3, $4, $5, $6, $7)",
    [
      place.runId,
      seq,
      sessionId,
      // Only their order counts.
      IN_TRANSCRIPT.includes(type) ? seq : null,
      type,
      place.at(at),
      JSON.stringify(names),
    ],
  );
  if (body.type === "question.asked") await writeWait(client, place, { at, session, body });
}

async function writeWait(client: Client, { runId, idOf, at }: Place, event: ScriptedEvent): Promise<void> {
  if (event.body.type !== "question.asked" || event.session === null) return;
  const { waitId, callId, type: _, ...request } = event.body;
  await client.query(
    `insert into wait (id, run_id, session_id, call_id, kind, request, digest, asked_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      idOf(waitId),
      runId,
      idOf(event.session),
      callId,
      request.approval ? "approval" : "question",
      JSON.stringify(request),
      request.approval?.digest ?? "",
      at(event.at),
      // Later than any run of this story, whatever the page says.
      request.approval ? new Date("2126-01-01T00:00:00Z") : null,
    ],
  );
}

/** Keeps what a model was sent under the name that turns have for it. */
export async function keepText(client: Client, name: string, value: unknown): Promise<void> {
  await client.query("insert into frozen_text (hash, body) values ($1, $2) on conflict do nothing", [
    name,
    JSON.stringify(value),
  ]);
}

/** A link to a run, as the page makes one; answers its token. */
export async function shareRun(client: Client, runId: string): Promise<string> {
  const token = "drawn-".padEnd(43, "0");
  await client.query("insert into run_share (id, run_id, token_hash, expires_at) values ($1, $2, $3, $4)", [
    uuid(),
    runId,
    createHash("sha256").update(token).digest(),
    new Date("2126-01-01T00:00:00Z"),
  ]);
  return token;
}
