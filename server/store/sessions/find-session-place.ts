import type { OrgId } from "../../contract/ids.ts";
import type { ModelChoice } from "../../contract/org-document.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";

/** Whose conversation a session is, in which version of which org, and what its run was asked with. */
export interface FoundPlace {
  readonly agentId: string;
  readonly agentName: string;
  /** Levels below the agent that the run began at. */
  readonly depth: number;
  readonly orgId: OrgId;
  readonly orgVersion: number;
  readonly modelOverride: ModelChoice | null;
  readonly requestTools: readonly string[] | null;
}

/** Undefined when the run has no such session. */
export async function findSessionPlace(
  database: Database,
  { runId, sessionId }: { readonly runId: string; readonly sessionId: string },
): Promise<FoundPlace | undefined> {
  if (!isId(runId) || !isId(sessionId)) return undefined;
  const { rows } = await database.query<FoundPlace>({
    text: `select s.agent_id as "agentId", s.agent_name as "agentName", s.depth, r.org_id as "orgId", r.org_version as "orgVersion",
  r.model_override as "modelOverride", r.request_tools as "requestTools"
from session s join run r on r.id = s.run_id where s.id = $1 and s.run_id = $2`,
    values: [sessionId, runId],
  });
  return rows[0];
}
