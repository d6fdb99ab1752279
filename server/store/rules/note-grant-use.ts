import type { ApprovalRequest } from "../../contract/approval.ts";
import type { ToolContext } from "../../engine/tool.ts";
import { sha256 } from "../../security/sha256.ts";
import type { Queryable } from "../database.ts";
import { newId } from "../new-id.ts";
import { toJsonText } from "../to-json-text.ts";
import { clipInput } from "./clip-input.ts";

/** Different calls of one session that have an entry each; what comes after them is counted in one more. */
const MOST_ENTRIES = 200;
const FURTHER = sha256("further uses of lasting permissions");

/** A session is at work in one place at a time, so what is found here is found by nobody else at the same moment. */
const NOTE = {
  name: "note-grant-use",
  text: `
with known as (select id, digest from audit_entry where kind = 'grant' and decision = 'allowed' and session_id = $3),
fits as (select (select count(*) from known) < ${MOST_ENTRIES} or exists (select from known where digest = $9) as yes),
counted as (
  update audit_entry set count = audit_entry.count + 1, last_at = clock_timestamp()
  where id = (select known.id from known, fits where known.digest = case when yes then $9 else $11 end limit 1) returning id
)
insert into audit_entry (id, kind, actor, subject, decision, run_id, session_id, agent_name, chain, tool, digest, detail)
select $1, 'grant', 'Lasting permission', case when yes then $7 else 'Further calls of this session' end, 'allowed', $2, $3, $4, $5,
  case when yes then $6 end, case when yes then $9 else $11 end,
  case when yes then $8::text::json else $10::text::json end from fits where not exists (select from counted)`,
};

/**
 * Writes down that a lasting permission let a call through: one entry for each call with the same arguments of a session, with how
 * often, and of each session a limited number.
 */
export async function noteGrantUse(
  database: Queryable,
  { runId, sessionId, scope }: ToolContext,
  request: Omit<ApprovalRequest, "expiresAt">,
): Promise<void> {
  await database.query({
    ...NOTE,
    values: [
      newId(),
      runId,
      sessionId,
      scope.agent.name,
      request.chain,
      request.tool,
      request.summary,
      toJsonText({ input: clipInput(request.input) }),
      request.digest,
      toJsonText({ reason: `More than ${MOST_ENTRIES} different calls were let through.` }),
      FURTHER,
    ],
  });
}
