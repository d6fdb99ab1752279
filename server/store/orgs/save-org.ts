import type { SaveConflict } from "../../contract/api.ts";
import { AppError } from "../../contract/app-error.ts";
import { type OrgDocument, orgDocumentSchema } from "../../contract/org-document.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { isId } from "../is-id.ts";
import { toJsonText } from "../to-json-text.ts";

const GONE = "This org is not there any more.";

export interface OrgSave {
  readonly orgId: string;
  readonly baseVersion: number;
  readonly document: OrgDocument;
}

/** Versions that nobody named or used stay this far apart: an editor that saves by itself does so every few seconds. */
const BURST = "10 minutes";

/**
 * Writes the next version of an org, if the drawing was based on the current one. One transaction under the org's row
 * lock: of two racing saves the second is a conflict, and nothing of it is written.
 *
 * Numbers go up with every save, but of a burst of saves only the last is kept; the version before a burst is kept too.
 */
export async function saveOrg(database: Database, save: OrgSave): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const version = await lockVersion(transaction, save.orgId);
    if (version !== save.baseVersion) throw await conflict(transaction, save.orgId, version);
    const next = version + 1;
    await transaction.query({
      text: "update org set version = $2, name = $3, description = $4, updated_at = clock_timestamp() where id = $1",
      values: [save.orgId, next, save.document.name, save.document.description],
    });
    await foldVersion(transaction, save.orgId, version);
    await writeVersion(transaction, { orgId: save.orgId, version: next, document: save.document });
    return next;
  });
}

/**
 * Removes a version that was a step of a burst: young, unnamed, soon after the one before it, and no run's. A run that starts
 * at this moment waits for the org's row lock, and then looks whether its version is still there.
 */
async function foldVersion(transaction: Transaction, orgId: string, version: number): Promise<void> {
  await transaction.query({
    text: `delete from org_version v
where v.org_id = $1 and v.version = $2 and v.label is null and v.created_at > clock_timestamp() - $3::interval
and exists (select from org_version b where b.org_id = $1 and b.version < $2 and b.created_at > v.created_at - $3::interval)
and not exists (select from run where run.org_id = $1 and run.org_version = $2)`,
    values: [orgId, version, BURST],
  });
}

async function lockVersion(transaction: Transaction, orgId: string): Promise<number> {
  if (!isId(orgId)) throw new AppError("not_found", GONE);
  const { rows } = await transaction.query<{ version: number }>({
    text: "select version from org where id = $1 and removed_at is null for update",
    values: [orgId],
  });
  if (!rows[0]) throw new AppError("not_found", GONE);
  return rows[0].version;
}

async function conflict(transaction: Transaction, orgId: string, version: number): Promise<AppError> {
  const { rows } = await transaction.query<{ document: unknown }>({
    text: "select document from org_version where org_id = $1 and version = $2",
    values: [orgId, version],
  });
  const data: SaveConflict = { version, document: orgDocumentSchema.parse(rows[0]?.document) };
  return new AppError(
    "conflict",
    "This org was changed elsewhere since you opened it. Nothing of yours is lost: choose what to keep.",
    { data },
  );
}

export interface NewVersion {
  readonly orgId: string;
  readonly version: number;
  readonly document: OrgDocument;
}

/** Stores the document and replaces the rows of agents and lines; the database refuses what is no tree. */
export async function writeVersion(
  transaction: Transaction,
  { orgId, version, document }: NewVersion,
): Promise<void> {
  await transaction.query({
    text: "insert into org_version (org_id, version, document) values ($1, $2, $3)",
    values: [orgId, version, toJsonText(document)],
  });
  await transaction.query({ text: "delete from agent where org_id = $1", values: [orgId] });
  const agents = document.agents.map((agent) => ({
    id: agent.id,
    name: agent.name,
    provider: agent.model.provider,
    model: agent.model.model,
    skills: agent.skills,
    servers: agent.mcp.map((grant) => grant.server),
  }));
  await transaction.query({
    text: `insert into agent (org_id, id, name, provider, model, skills, servers)
select $1, a.id, a.name, a.provider, a.model, a.skills, a.servers
from jsonb_to_recordset($2::jsonb) as a(id text, name text, provider text, model text, skills text[], servers text[])`,
    values: [orgId, toJsonText(agents)],
  });
  await transaction.query({
    text: `insert into reporting_line (org_id, parent_id, child_id)
select $1, l."parentId", l."childId" from jsonb_to_recordset($2::jsonb) as l("parentId" text, "childId" text)`,
    values: [orgId, toJsonText(document.lines)],
  });
}
