import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import { addUsage, NO_USAGE } from "../../contract/usage.ts";
import { type ClaimedSession, FenceLostError } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";

const HEAD = `
with s as (
  update session set position = position + $3, turns = turns + $4,
    input_tokens = input_tokens + $5, cached_input_tokens = cached_input_tokens + $6, output_tokens = output_tokens + $7,
    cost = case when $8::float8 is null then cost else coalesce(cost, 0) + $8::float8 end
  where id = $1 and fence = $2 and status = 'running'
  returning run_id, agent_name, position - $3 as base
), r as (
  update run set seq = seq + $9, is_scripted = is_scripted and $10 from s where run.id = s.run_id
  returning run.id, run.seq - $9 as base
), e as (
  insert into event (run_id, seq, session_id, position, type, payload)
  select r.id, r.base + i.number, $1, s.base + i.place, i.type, i.payload::json
  from r, s, unnest($11::text[], $12::text[], $13::int[]) with ordinality as i(type, payload, place, number)
  returning run_id, seq, session_id, type, at, payload
)`;
const TAIL = "select e.*, s.agent_name from e, s order by e.seq";

/** One statement, one commit: the session's counters under its fence, the run's seq under its row lock, the rows. */
const APPEND = { name: "append-events", text: `${HEAD} ${TAIL}` };

/** The same with the skills that were activated, which few commits have. */
const APPEND_WITH_SKILLS = {
  name: "append-events-with-skills",
  text: `${HEAD}, k as (
  insert into skill_activation (session_id, skill, revision)
  select distinct on (i.skill) $1::uuid, i.skill, i.revision from s, unnest($14::text[], $15::text[]) as i(skill, revision)
  on conflict (session_id, skill) do update set revision = excluded.revision
) ${TAIL}`,
};

/** Appends events of a claimed session. Rejects with `FenceLostError` when it is no longer this worker's. */
export async function appendEvents(
  database: Database,
  session: ClaimedSession,
  events: readonly RunEventBody[],
): Promise<readonly RunEvent[]> {
  const rows = toEventRows(events);
  const turns = events.filter((event) => event.type === "turn.finished");
  const usage = turns.map((turn) => turn.usage).reduce(addUsage, NO_USAGE);
  const isScripted = events.every((event) => event.type !== "turn.started" || event.isScripted);
  const values = [
    session.sessionId,
    session.fence,
    rows.messageCount,
    turns.length,
    usage.inputTokens,
    usage.cachedInputTokens,
    usage.outputTokens,
    usage.cost,
    events.length,
    isScripted,
    rows.types,
    rows.payloads,
    rows.places,
  ];
  const skills = events.filter((event) => event.type === "skill.activated");
  const statement =
    skills.length === 0
      ? { ...APPEND, values }
      : {
          ...APPEND_WITH_SKILLS,
          values: [...values, skills.map(({ skill }) => skill), skills.map(({ revision }) => revision)],
        };
  const result = await database.query<EventRow>(statement);
  if (result.rows.length === 0) throw new FenceLostError();
  return result.rows.map(fromEventRow);
}
