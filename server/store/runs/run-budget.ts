import type { Spent } from "../../contract/budget.ts";
import type { RunId } from "../../contract/ids.ts";
import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import type { ClaimedSession } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";

interface AgentSpentRow {
  readonly agent_id: string;
  readonly tokens: number;
  readonly cost: number;
  readonly tool_calls: number;
  readonly seconds: number;
}

/** What the sessions of each agent of a run used; asked for only where an agent or a line has a budget. */
export async function spentByAgent(database: Database, runId: RunId): Promise<ReadonlyMap<string, Spent>> {
  const { rows } = await database.query<AgentSpentRow>({
    name: "spent-by-agent",
    text: `select agent_id, sum(input_tokens + output_tokens)::float8 as tokens, coalesce(sum(cost), 0)::float8 as cost,
  sum(tool_calls)::int as tool_calls, sum(work_ms)::float8 / 1000 as seconds
from session where run_id = $1 group by agent_id`,
    values: [runId],
  });
  return new Map(
    rows.map((row) => [
      row.agent_id,
      { tokens: row.tokens, cost: row.cost, toolCalls: row.tool_calls, seconds: row.seconds },
    ]),
  );
}

const WARN = {
  name: "warn-budget",
  text: `
with r as (
  update run set seq = seq + 1, warned = array_append(warned, $3)
  where id = $1 and status in ('running', 'paused') and not ($3 = any(coalesce(warned, '{}'))) returning id, seq
)
insert into event (run_id, seq, session_id, type, payload) select id, seq, $2, 'budget.warned', $4::text::json from r
returning run_id, seq, session_id, $5::text as agent_name, type, at, payload`,
};

/** Appends a warning, unless one of this key was appended before. */
export async function warnBudget(
  database: Database,
  session: ClaimedSession,
  warning: { readonly key: string; readonly event: RunEventBody },
): Promise<readonly RunEvent[]> {
  const [payload] = toEventRows([warning.event]).payloads;
  const { rows } = await database.query<EventRow>({
    ...WARN,
    values: [session.runId, session.sessionId, warning.key, payload, session.scope.agent.name],
  });
  return rows.map(fromEventRow);
}
