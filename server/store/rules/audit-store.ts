import type { AuditEntry, AuditFilter, AuditPage } from "../../contract/audit.ts";
import type { Database, Queryable } from "../database.ts";
import { newId } from "../new-id.ts";
import { toJsonText } from "../to-json-text.ts";

/** What is written down. */
export interface AuditNote {
  readonly kind: AuditEntry["kind"];
  readonly actor: string;
  readonly subject: string;
  readonly decision?: string;
  readonly runId?: string;
  readonly sessionId?: string;
  readonly agentName?: string;
  readonly chain?: readonly string[];
  readonly tool?: string;
  readonly digest?: string;
  readonly detail?: object;
}

/** Goes into the transaction of what it tells about: neither is there without the other. */
export async function writeAudit(transaction: Queryable, note: AuditNote): Promise<void> {
  await transaction.query({
    text: `insert into audit_entry (id, kind, actor, subject, decision, run_id, session_id, agent_name, chain, tool, digest, detail)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::text::json)`,
    values: [
      newId(),
      note.kind,
      note.actor,
      note.subject,
      note.decision ?? null,
      note.runId ?? null,
      note.sessionId ?? null,
      note.agentName ?? null,
      note.chain ?? [],
      note.tool ?? null,
      note.digest ?? null,
      note.detail === undefined ? null : toJsonText(note.detail),
    ],
  });
}

interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: AuditEntry["kind"];
  readonly actor: string;
  readonly subject: string;
  readonly decision: string | null;
  readonly run_id: string | null;
  readonly session_id: string | null;
  readonly agent_name: string | null;
  readonly chain: readonly string[];
  readonly tool: string | null;
  readonly digest: string | null;
  readonly detail: AuditEntry["detail"];
  readonly count: number;
  readonly last_at: Date | null;
}

/** Newest first. `before` is the id of the last entry of the page before: ids are in the order of time. */
export async function listAudit(database: Database, filter: AuditFilter): Promise<AuditPage> {
  const { rows } = await database.query<AuditRow>({
    text: `select * from audit_entry
where ($1::uuid is null or id < $1) and ($2::uuid is null or run_id = $2) and ($3 = 'all' or kind = $3)
order by id desc limit $4`,
    values: [filter.before ?? filter.cursor ?? null, filter.runId ?? null, filter.kind, filter.limit + 1],
  });
  const page = rows.slice(0, filter.limit);
  return {
    entries: page.map(toEntry),
    nextBefore: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null,
  };
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: row.actor,
    subject: row.subject,
    decision: row.decision,
    runId: row.run_id,
    sessionId: row.session_id,
    agentName: row.agent_name,
    chain: row.chain,
    tool: row.tool,
    digest: row.digest,
    detail: row.detail,
    count: row.count,
    lastAt: row.last_at?.toISOString() ?? null,
  };
}
