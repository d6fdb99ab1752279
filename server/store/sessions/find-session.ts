import type { SessionId } from "../../contract/ids.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";

/** Where a session stands in its run; undefined when the run has no such session. */
export async function findSession(
  database: Database,
  { runId, sessionId }: { readonly runId: string; readonly sessionId: string },
): Promise<{ readonly parentId: SessionId | null } | undefined> {
  if (!isId(runId) || !isId(sessionId)) return undefined;
  const { rows } = await database.query<{ parentId: SessionId | null }>({
    text: `select parent_id as "parentId" from session where id = $1 and run_id = $2`,
    values: [sessionId, runId],
  });
  return rows[0];
}
