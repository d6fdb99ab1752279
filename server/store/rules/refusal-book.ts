import type { Json } from "../../contract/json.ts";
import type { RefusedBy } from "../../contract/tool-result.ts";
import type { ToolContext } from "../../engine/tool.ts";
import { sha256 } from "../../security/sha256.ts";
import type { Queryable } from "../database.ts";
import { newId } from "../new-id.ts";
import { toJsonText } from "../to-json-text.ts";
import { clipInput, MOST_INPUT } from "./clip-input.ts";

interface RefusedCall {
  readonly call: { readonly name: string; readonly input: Json };
  readonly by: RefusedBy;
  readonly message: string;
}

/** Different refusals of one session that have an entry each; what comes after them is counted in one more for each reason. */
const MOST_ENTRIES = 50;

/** Who refused, where an approval would have a person's name. */
const ACTORS: Readonly<Record<RefusedBy, string>> = {
  rules: "Rules",
  commands: "Commands that never run",
  approvals: "Rules about approvals",
  limits: "Limits of calls",
  unattended: "Run without people",
  secrets: "Places of secrets",
};

/** The same refusal in the same session is one entry that counts; ids are in the order of the first time. */
const NOTE = {
  name: "note-refusal",
  text: `
with known as (
  select count(*) as entries, coalesce(bool_or(digest = $10), false) as "isKnown" from audit_entry where kind = 'refusal' and session_id = $4
), fits as (select "isKnown" or entries < ${MOST_ENTRIES} as yes from known)
insert into audit_entry (id, kind, actor, subject, decision, run_id, session_id, agent_name, chain, tool, digest, detail)
select $1, 'refusal', $2, case when yes then $7 else 'Further calls of this session' end, 'denied', $3, $4, $5, $6,
  case when yes then $8 end, case when yes then $10 else $11 end, case when yes then $9::text::json end from fits
on conflict (session_id, digest) where kind = 'refusal'
do update set count = audit_entry.count + 1, last_at = clock_timestamp()`,
};

/**
 * Refusals of calls in the audit: one entry for each call with the same arguments that a session was refused for the same reason, with
 * how often, and of each session a limited number. Fits the port of the engine.
 */
export function createRefusalBook(database: Queryable) {
  return {
    async note({ call, by, message }: RefusedCall, context: ToolContext): Promise<void> {
      const { scope, runId, sessionId } = context;
      await database.query({
        ...NOTE,
        values: [
          newId(),
          ACTORS[by],
          runId,
          sessionId,
          scope.agent.name,
          scope.place?.chain ?? [scope.agent.name],
          `${call.name} was refused`,
          call.name.slice(0, 200),
          toJsonText({ reason: message.slice(0, MOST_INPUT), input: clipInput(call.input) }),
          sha256(JSON.stringify([by, call.name, call.input])),
          sha256(JSON.stringify([by])),
        ],
      });
    },
  };
}
