import type { RunId, SessionId } from "../../contract/ids.ts";
import type { Database } from "../database.ts";

/** Every session of a run, whatever its state. */
export async function listSessions(database: Database, runId: RunId): Promise<readonly SessionId[]> {
  const { rows } = await database.query<{ id: SessionId }>({
    text: "select id from session where run_id = $1",
    values: [runId],
  });
  return rows.map((row) => row.id);
}
