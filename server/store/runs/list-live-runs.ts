import type { OrgId, RunId } from "../../contract/ids.ts";
import type { Database } from "../database.ts";

/** The runs of an org that are not over, paused ones too. */
export async function listLiveRuns(database: Database, orgId: OrgId): Promise<readonly RunId[]> {
  const { rows } = await database.query<{ id: RunId }>({
    text: "select id from run where org_id = $1 and status in ('running', 'paused')",
    values: [orgId],
  });
  return rows.map((row) => row.id);
}
