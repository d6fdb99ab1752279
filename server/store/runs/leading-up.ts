import type { LeadingUp } from "../../contract/leading-up.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow } from "../event-rows.ts";
import { isId } from "../is-id.ts";

/** The newest events of the session itself: several times what is shown. */
const NEWEST = 80;
/** The newest of each session it opened: enough to say how that stands. */
const NEWEST_BELOW = 4;
/** The first of each: who called it, and with which task. */
const FIRST = 4;

/**
 * The run's events are walked by their numbers alone; of the few that are wanted the contents are read. Texts of progress are left
 * out: a skill may write thousands.
 */
const READ = {
  name: "read-leading-up",
  text: `with own as (
  select id, parent_id from session where run_id = $1 and id = $2
), near as (
  select id, $3::int as newest from own
  union select s.id, $4 from session s join own on s.parent_id = own.id
  union select parent_id, 0 from own
), placed as (
  select e.seq, near.newest, near.newest = $3 as is_own, row_number() over (session order by e.seq) as number,
    row_number() over (session order by e.seq desc) as number_back
  from event e join near on near.id = e.session_id
  where e.run_id = $1 and e.type not in ('skill.progress', 'todos.changed')
  window session as (partition by e.session_id)
), wanted as (
  select seq from placed where number_back <= newest or number <= $5
  union select seq from event where run_id = $1 and seq <= 2 and type = 'run.started'
)
select e.run_id, e.seq, e.session_id, s.agent_name, e.type, e.at, e.payload,
  exists (select from placed where is_own and number_back > newest and number > $5) as is_cut
from event e join wanted on wanted.seq = e.seq left join session s on s.id = e.session_id
where e.run_id = $1 order by e.seq`,
};

/** What an agent was told, said and did of late. Undefined where there is no such session. */
export async function readLeadingUp(
  database: Database,
  { runId, sessionId }: { readonly runId: string; readonly sessionId: string },
): Promise<LeadingUp | undefined> {
  if (!isId(runId) || !isId(sessionId)) return undefined;
  const { rows } = await database.query<EventRow & { readonly is_cut: boolean }>({
    ...READ,
    values: [runId, sessionId, NEWEST, NEWEST_BELOW, FIRST],
  });
  if (!rows.some((row) => row.session_id === sessionId)) return undefined;
  return { events: rows.map(fromEventRow), isCut: rows.some((row) => row.is_cut) };
}
