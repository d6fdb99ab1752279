import { v7 as uuid } from "uuid";
import type { RunId, SessionId } from "../../contract/ids.ts";
import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import { FenceLostError } from "../../engine/ports.ts";
import type { ToolContext } from "../../engine/tool.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";
import { SPENT_COLUMNS, setMoving } from "../runs/run-clock.ts";
import type { NewSession } from "./run-contexts.ts";
import { type SpentRow, toNews } from "./session-news.ts";

export interface NewChild {
  readonly agentId: string;
  readonly agentName: string;
  readonly task: string;
}

/** One commit: the parent waits for all of them, they exist with their task as first message. */
const OPEN = {
  name: "open-children",
  text: `
with p as (
  update session set waits = waits + cardinality($4::uuid[]) where id = $1 and fence = $2 and status = 'running'
  returning run_id, depth
), r as (
  update run set seq = seq + cardinality($8::text[]), ${setMoving("run.moving + cardinality($4::uuid[])")} from p where run.id = p.run_id
  returning run.id, run.seq - cardinality($8::text[]) as base, ${SPENT_COLUMNS}
), c as (
  insert into session (id, run_id, parent_id, call_id, call_index, agent_id, agent_name, depth, task, status, position, fence, owner)
  select i.id, p.run_id, $1, i.call_id, i.call_index, i.agent_id, i.agent_name, p.depth + 1, i.task,
    case when $12::int is null then 'ready' else 'running' end, 1, case when $12::int is null then 0 else 1 end, $12::int
  from p, unnest($3::text[], $11::int[], $4::uuid[], $5::text[], $6::text[], $7::text[]) as i(call_id, call_index, id, agent_id, agent_name, task)
), e as (
  insert into event (run_id, seq, session_id, position, type, payload)
  select r.id, r.base + i.number, i.session_id, case when i.type = 'message.received' then 0 end, i.type, i.payload::json
  from r, unnest($8::text[], $9::text[], $10::uuid[]) with ordinality as i(type, payload, session_id, number)
  returning run_id, seq, session_id, type, at, payload
)
select e.*, n.agent_name, r.run_status, r.run_tokens, r.run_cost, r.run_tool_calls, r.run_seconds
from r, e join unnest($4::uuid[], $6::text[]) as n(id, agent_name) on n.id = e.session_id order by e.seq`,
};

/** The children that one call opens. */
export interface ChildrenOfCall {
  readonly context: ToolContext;
  readonly children: readonly NewChild[];
}

export interface OpenedChildren {
  readonly opened: readonly NewSession[];
  readonly events: readonly RunEvent[];
}

export interface ChildrenToOpen {
  readonly parent: Pick<ToolContext, "sessionId" | "fence">;
  readonly calls: readonly ChildrenOfCall[];
  /** The worker that has them from the first moment; absent: they are ready for whoever claims them. */
  readonly worker?: number | undefined;
}

/**
 * Opens the child sessions of calls of one session, all or none. Rejects with `FenceLostError` when the parent is no longer
 * owned.
 */
export async function openChildren(
  database: Database,
  { parent, calls, worker }: ChildrenToOpen,
): Promise<OpenedChildren> {
  const children = calls.flatMap(({ context, children: ofCall }) =>
    ofCall.map((child, index) => ({
      child,
      context,
      index,
      siblings: ofCall.length,
      id: uuid() as SessionId,
    })),
  );
  const { types, payloads } = toEventRows(children.flatMap(firstEvents));
  const values = [
    parent.sessionId,
    parent.fence,
    children.map(({ context }) => context.callId),
    children.map(({ id }) => id),
    children.map(({ child }) => child.agentId),
    children.map(({ child }) => child.agentName),
    children.map(({ child }) => child.task),
    types,
    payloads,
    children.flatMap(({ id }) => [id, id]),
    children.map(({ index }) => index),
    worker ?? null,
  ];
  const { rows } = await database.query<EventRow & SpentRow>({ ...OPEN, values });
  const [first] = rows;
  if (!first) throw new FenceLostError();
  const news = toNews({ ...first, steering: 0 });
  const opened = children.map(({ id, child, context }) => ({
    sessionId: id,
    runId: first.run_id as RunId,
    parentId: parent.sessionId,
    agentId: child.agentId,
    depth: context.scope.depth + 1,
    task: child.task,
    news,
  }));
  return { opened, events: rows.map(fromEventRow) };
}

interface PlacedChild {
  readonly child: NewChild;
  readonly context: ToolContext;
  readonly index: number;
  readonly siblings: number;
}

function firstEvents({ child, context, index, siblings }: PlacedChild): readonly RunEventBody[] {
  return [
    {
      type: "session.started",
      agentId: child.agentId as ToolContext["agentId"],
      agentName: child.agentName,
      depth: context.scope.depth + 1,
      task: child.task,
      parentSessionId: context.sessionId,
      callId: context.callId,
      index,
      siblings,
    },
    { type: "message.received", text: child.task },
  ];
}
