import type { RunEventBody } from "../../contract/run-event.ts";
import { storable } from "../../contract/storable.ts";
import { FenceLostError } from "../../engine/ports.ts";
import type { ToolContext } from "../../engine/tool.ts";
import { inTransaction } from "../database.ts";
import { type EventRow, fromEventRow, toEventRows } from "../event-rows.ts";
import type { WaitWriter } from "../waits/wait-store.ts";

interface OnceRow extends EventRow {
  readonly is_owned: boolean;
}

const LOCK = { name: "lock-session", text: "select from session where id = $1 for update" };

export interface OnceStatement {
  readonly name: string;
  /**
   * Of $1 the session, $2 the fence, $3 the call and what follows: the tables `owned` (the session's row, if it is this
   * worker's) and `done` (a row, if the call did it just now).
   */
  readonly change: string;
  readonly values: readonly unknown[];
  readonly event: RunEventBody;
}

/**
 * Does something for a call together with its event, in one commit, and nothing at all when the call did it before.
 *
 * @throws FenceLostError when the session is another worker's.
 */
export async function writeOnce(
  { database, onCommit }: WaitWriter,
  context: ToolContext,
  { name, change, values, event }: OnceStatement,
): Promise<void> {
  const at = values.length + 4;
  const statement = {
    name,
    text: `
with ${change}, r as (
  update run set seq = seq + 1 from owned, done where run.id = owned.run_id returning run.id, run.seq
), e as (
  insert into event (run_id, seq, session_id, type, payload) select r.id, r.seq, $1, $${at}::text, $${at + 1}::text::json from r
  returning run_id, seq, session_id, type, at, payload
)
select e.*, owned.agent_name, true as is_owned from owned left join e on true`,
    values: [
      context.sessionId,
      context.fence,
      context.callId,
      ...values.map(toClean),
      event.type,
      toEventRows([event]).payloads[0],
    ],
  };
  const { rows } = await inTransaction(database, async (transaction) => {
    // A statement sees what was there when it began. Behind the lock that is also what another dispatch of the call has just done.
    await transaction.query({ ...LOCK, values: [context.sessionId] });
    return transaction.query<OnceRow>(statement);
  });
  if (rows.length === 0) throw new FenceLostError();
  const written = rows.filter(({ seq }) => seq !== null);
  if (written.length > 0) onCommit(written.map(fromEventRow));
}

function toClean(value: unknown): unknown {
  return typeof value === "string" ? storable(value) : value;
}
