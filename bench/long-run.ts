import type { Client } from "pg";
import { v7 as uuid } from "uuid";

/** What stands in the database for a run that nobody works on: to look at, or to add events to. */
export interface LongRun {
  readonly runId: string;
  /** Appends events at the end, in one commit, and rings for those who follow the run. */
  append(count: number): Promise<void>;
  /** Ends the run. */
  finish(): Promise<void>;
}

interface WrittenEvent {
  readonly session: string | null;
  readonly type: string;
  readonly payload: object;
}

interface WrittenSession {
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  turn: number;
}

const USAGE = { inputTokens: 2_100, cachedInputTokens: 900, outputTokens: 120, cost: 0.01 };
const TEXT =
  "The figures of this part of the table are complete: **1,200** passengers, 3 lines, no gaps. ".repeat(3);

/** Writes a run of an org as if it had run: a lead, its agents side by side, and turn after turn with calls. */
export async function writeLongRun(client: Client, orgSlug: string, count: number): Promise<LongRun> {
  const org = await readOrg(client, orgSlug);
  const runId = uuid();
  const lead: WrittenSession = { id: uuid(), agentId: org.lead.id, agentName: org.lead.name, turn: 0 };
  const others = org.others.flatMap((agent) =>
    Array.from(
      { length: 3 },
      (): WrittenSession => ({ id: uuid(), agentId: agent.id, agentName: agent.name, turn: 0 }),
    ),
  );
  await client.query(
    `insert into run (id, org_id, org_name, org_version, task, status, clock_since) values ($1, $2, $3, $4, 'A long task', 'running', now())`,
    [runId, org.id, org.name, org.version],
  );
  for (const [index, session] of [lead, ...others].entries()) {
    // Parked without anything to wait for: no worker takes it.
    await client.query(
      `insert into session (id, run_id, parent_id, call_id, call_index, agent_id, agent_name, depth, task, status, waits)
values ($1, $2, $3, $4, $5, $6, $7, $8, 'A part', 'parked', 1)`,
      [
        session.id,
        runId,
        index === 0 ? null : lead.id,
        index === 0 ? null : "c0",
        index,
        session.agentId,
        session.agentName,
        index === 0 ? 0 : 1,
      ],
    );
  }
  const head = firstEvents(org.name, lead, others);
  await write(client, runId, head);
  const append = async (more: number): Promise<void> => {
    const events: WrittenEvent[] = [];
    while (events.length < more) {
      const session = others[((events.length / 6) % others.length) | 0] ?? lead;
      events.push(...turnOf(session));
    }
    await write(client, runId, events.slice(0, more));
  };
  for (let written = head.length; written < count; written += 2_000)
    await append(Math.min(2_000, count - written));
  return {
    runId,
    append,
    async finish() {
      await client.query(`update session set status = 'completed', finished_at = now() where run_id = $1`, [
        runId,
      ]);
      await client.query(
        `update run set status = 'completed', finished_at = now(), answer = 'All done.' where id = $1`,
        [runId],
      );
      const ends = [...others, lead].map(({ id }) => ({
        session: id,
        type: "session.finished",
        payload: { outcome: "completed", answer: "Done.", usage: USAGE },
      }));
      await write(client, runId, [
        ...ends,
        { session: null, type: "run.finished", payload: { status: "completed", answer: "All done." } },
      ]);
    },
  };
}

async function readOrg(client: Client, slug: string) {
  const { rows } = await client.query(
    `select o.id, o.name, o.version, v.document from org o join org_version v on v.org_id = o.id and v.version = o.version where o.slug = $1`,
    [slug],
  );
  const { id, name, version, document } = rows[0];
  const below = new Set(document.lines.map((line: { childId: string }) => line.childId));
  const agents: { id: string; name: string }[] = document.agents;
  const lead = agents.find((agent) => !below.has(agent.id));
  if (!lead) throw new Error("The org has no lead.");
  return { id, name, version, lead, others: agents.filter((agent) => agent !== lead) };
}

function firstEvents(
  orgName: string,
  lead: WrittenSession,
  others: readonly WrittenSession[],
): readonly WrittenEvent[] {
  return [
    {
      session: null,
      type: "run.started",
      payload: { task: "A long task", orgName, orgVersion: 1, attachments: [] },
    },
    {
      session: lead.id,
      type: "session.started",
      payload: { agentId: lead.agentId, agentName: lead.agentName, depth: 0, task: "A long task" },
    },
    ...others.map((session, index) => ({
      session: session.id,
      type: "session.started",
      payload: {
        agentId: session.agentId,
        agentName: session.agentName,
        depth: 1,
        task: "A part",
        parentSessionId: lead.id,
        callId: "c0",
        index: index % 3,
        siblings: 3,
      },
    })),
  ];
}

/** One model call with two tool calls: six events. */
function turnOf(session: WrittenSession): readonly WrittenEvent[] {
  session.turn += 1;
  const { turn } = session;
  const calls = [0, 1].map((index) => ({
    callId: `t${turn}-${index}`,
    name: "describe_table",
    input: { file: "lines.csv", part: turn },
  }));
  const origin = { kind: "skill", id: "csv-figures" };
  const at = (type: string, payload: object): WrittenEvent => ({ session: session.id, type, payload });
  return [
    at("turn.started", {
      turn,
      model: { provider: "rehearsal", model: "rehearsal" },
      isScripted: true,
      promptHash: "p",
      toolsHash: "t",
    }),
    at("turn.finished", {
      turn,
      message: { role: "assistant", text: TEXT, calls },
      usage: USAGE,
      durationMs: 800,
      firstTextMs: 200,
    }),
    ...calls.map((call) => at("tool_call", { ...call, origin })),
    ...calls.map(({ callId, name }) =>
      at("tool_result", {
        callId,
        name,
        origin,
        result: { status: "ok", content: [{ type: "text", text: TEXT }] },
        durationMs: 40,
      }),
    ),
  ];
}

async function write(client: Client, runId: string, events: readonly WrittenEvent[]): Promise<void> {
  await client.query(
    `with r as (update run set seq = seq + $2 where id = $1 returning seq - $2 as base)
insert into event (run_id, seq, session_id, type, payload)
select $1, r.base + i.number, i.session_id, i.type, i.payload::json
from r, unnest($3::uuid[], $4::text[], $5::text[]) with ordinality as i(session_id, type, payload, number)`,
    [
      runId,
      events.length,
      events.map(({ session }) => session),
      events.map(({ type }) => type),
      events.map(({ payload }) => JSON.stringify(payload)),
    ],
  );
  await client.query("select pg_notify('openhive', $1)", [
    JSON.stringify({ type: "committed", from: "bench", runId }),
  ]);
}
