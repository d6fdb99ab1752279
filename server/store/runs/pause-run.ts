import type { RunId, SessionId } from "../../contract/ids.ts";
import type { RunEvent } from "../../contract/run-event.ts";
import { type Database, inTransaction } from "../database.ts";
import { type EventRow, fromEventRow } from "../event-rows.ts";
import { setMoving } from "./run-clock.ts";

const PAUSE = {
  name: "pause-run",
  text: `
with r as (
  update run set status = 'paused', seq = seq + 1, ${setMoving("run.moving", "false")}
  where id = $1 and status = 'running' returning id, seq
)
insert into event (run_id, seq, type, payload) select id, seq, 'run.paused', '{}' from r
returning run_id, seq, session_id, null as agent_name, type, at, payload`,
};

const RESUME = {
  name: "resume-run",
  text: `
with r as (
  update run set status = 'running', seq = seq + 1, ${setMoving("run.moving", "true")}
  where id = $1 and status = 'paused' returning id, seq
)
insert into event (run_id, seq, type, payload) select id, seq, 'run.resumed', '{}' from r
returning run_id, seq, session_id, null as agent_name, type, at, payload`,
};

/**
 * Pauses a run: from the commit on none of its sessions can be claimed, and those at work learn of it from their next write.
 * Nothing happens to a run that does not run.
 */
export async function pauseRun(database: Database, runId: RunId): Promise<readonly RunEvent[]> {
  const { rows } = await database.query<EventRow>({ ...PAUSE, values: [runId] });
  return rows.map(fromEventRow);
}

export interface ResumedRun {
  readonly events: readonly RunEvent[];
  /** Sessions that can go on. */
  readonly wake: readonly SessionId[];
}

/**
 * Lets a paused run go on. Two statements under the run's row lock: a session that gives itself back at the same moment is
 * either found ready here, or finds the run running. A run that runs already only has its ready sessions handed out again.
 */
export async function resumeRun(database: Database, runId: RunId): Promise<ResumedRun> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await transaction.query<EventRow>({ ...RESUME, values: [runId] });
    const ready = await transaction.query<{ id: SessionId }>({
      text: `select s.id from session s join run r on r.id = s.run_id
where s.run_id = $1 and s.status = 'ready' and r.status = 'running' order by s.depth, s.id`,
      values: [runId],
    });
    return { events: rows.map(fromEventRow), wake: ready.rows.map((row) => row.id) };
  });
}
