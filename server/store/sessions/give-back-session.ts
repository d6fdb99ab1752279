import { type ClaimedSession, FenceLostError } from "../../engine/ports.ts";
import type { Database } from "../database.ts";

/**
 * The run's row is locked for reading, so that this and a resume come one after the other: either the resume finds the session
 * ready, or this finds the run running.
 */
const GIVE_BACK = {
  name: "give-back-session",
  text: `
with s as (
  update session set status = 'ready', owner = null where id = $1 and fence = $2 and status = 'running' returning run_id
)
select run.status from run, s where run.id = s.run_id for share of run`,
};

/** Makes a claimed session ready again. True when its run goes on. Rejects with `FenceLostError` when it is no longer owned. */
export async function giveBackSession(
  database: Database,
  session: Pick<ClaimedSession, "sessionId" | "fence">,
): Promise<boolean> {
  const { rows } = await database.query<{ status: string }>({
    ...GIVE_BACK,
    values: [session.sessionId, session.fence],
  });
  if (!rows[0]) throw new FenceLostError();
  return rows[0].status === "running";
}
