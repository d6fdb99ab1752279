import type { SessionSummary } from "../../contract/api.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";

/** The sessions of a run, in the order in which they opened. */
export async function sessionSummaries(
  database: Database,
  runId: string,
): Promise<readonly SessionSummary[]> {
  if (!isId(runId)) return [];
  const { rows } = await database.query<SessionSummary>({
    text: `select id, parent_id as "parentId", agent_id as "agentId", agent_name as "agentName", depth, task, status, error
from session where run_id = $1 order by started_at, id`,
    values: [runId],
  });
  return rows;
}
