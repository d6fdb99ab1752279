import { AppError } from "../../contract/app-error.ts";
import type { LastingGrant } from "../../contract/approval.ts";
import { type Database, inTransaction } from "../database.ts";
import { isId } from "../is-id.ts";
import { writeAudit } from "./audit-store.ts";
import { GRANT_HOLDS } from "./rule-store.ts";

interface GrantRow extends Omit<LastingGrant, "createdAt"> {
  readonly createdAt: Date;
}

/** What was allowed for good and still is, newest first. */
export async function listGrants(database: Database): Promise<readonly LastingGrant[]> {
  const { rows } = await database.query<GrantRow>({
    text: `select g.id, g.org_id as "orgId", o.name as "orgName", g.agent_id as "agentId", coalesce(a.name, g.agent_id) as "agentName",
g.run_id as "runId", r.task as "runTask", g.tool, g.executable, g.shape, g.summary, g.granted_by as "grantedBy", g.created_at as "createdAt"
from approval_grant g join org o on o.id = g.org_id left join agent a on a.org_id = g.org_id and a.id = g.agent_id left join run r on r.id = g.run_id
where ${GRANT_HOLDS} order by g.id desc limit 1000`,
  });
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Takes a lasting permission back: the next such call asks again. Throws `not_found`. */
export async function removeGrant(database: Database, id: string, actor: string): Promise<void> {
  if (!isId(id)) throw new AppError("not_found", "There is no such permission.");
  await inTransaction(database, async (transaction) => {
    const { rows } = await transaction.query<{ tool: string; summary: string; executable: string }>({
      text: "delete from approval_grant where id = $1 returning tool, summary, executable",
      values: [id],
    });
    const [row] = rows;
    if (!row) throw new AppError("not_found", "There is no such permission.");
    await writeAudit(transaction, {
      kind: "grant",
      actor,
      subject: row.summary,
      decision: "taken back",
      tool: row.tool,
      detail: row,
    });
  });
}
