import { v7 as uuid } from "uuid";
import { strictestLimits } from "../../contract/strictest-limits.ts";
import { FenceLostError } from "../../engine/ports.ts";
import type { ToolContext } from "../../engine/tool.ts";
import type { Database } from "../database.ts";

/** One limit of calls in time. */
interface CountedLimit {
  readonly key: string;
  readonly calls: number;
  readonly seconds: number;
}

const TAKE = {
  name: "take-rate",
  text: `select wait_ms as "waitMs", is_taken as "isTaken", blocking from take_rate($1::text[], $2::int[], $3::int[], $4)`,
};

/** Answered from the beginning: nobody is asked, and the session does not sleep. */
const DELAY = {
  name: "delay-call",
  text: `
insert into wait (id, run_id, session_id, call_id, kind, status, request, expires_at)
select $3, run_id, id, $4, 'delay', 'answered', '[]', $5::timestamptz from session where id = $1 and fence = $2 and status = 'running'
returning id`,
};

const FIND = {
  name: "find-delayed-call",
  text: `select coalesce(extract(epoch from max(expires_at) filter (where kind = 'delay'))::float8 * 1000, 0) as until,
  coalesce(bool_and(used_at is not null) filter (where kind = 'delay'), true) as "isUsed", bool_or(kind = 'approval') as "isGuarded"
from wait where session_id = $1 and call_id = $2 and kind in ('delay', 'approval') having count(*) > 0`,
};

const USE = {
  name: "use-delayed-call",
  text: `
with s as (select id from session where id = $1 and fence = $2 and status = 'running' for update)
update wait set used_at = clock_timestamp() from s where wait.session_id = s.id and wait.call_id = $3 and wait.kind = 'delay' returning wait.id`,
};

/** Calls counted in the database, for all processes. Fits the ports of the policy and of the models. */
export function createRateBook(database: Database) {
  const owned = async (
    statement: { readonly name: string; readonly text: string },
    values: unknown[],
  ): Promise<void> => {
    const { rowCount } = await database.query({ ...statement, values });
    if (rowCount === 0) throw new FenceLostError();
  };
  return {
    /** Limits with the same key are one, the strictest: a call takes one place under it. */
    async take(asked: readonly CountedLimit[], mostWaitMs: number) {
      const limits = strictestLimits(asked);
      const { rows } = await database.query<{ waitMs: number; isTaken: boolean; blocking: string | null }>({
        ...TAKE,
        values: [
          limits.map(({ key }) => key),
          limits.map(({ calls }) => calls),
          limits.map(({ seconds }) => seconds),
          mostWaitMs,
        ],
      });
      const [row] = rows;
      if (!row) throw new Error("take_rate gave no row.");
      return row;
    },
    delay: ({ sessionId, fence, callId }: ToolContext, until: number) =>
      owned(DELAY, [sessionId, fence, uuid(), callId, new Date(until)]),
    async find({ sessionId, callId }: ToolContext) {
      const { rows } = await database.query<{ until: number; isUsed: boolean; isGuarded: boolean }>({
        ...FIND,
        values: [sessionId, callId],
      });
      return rows[0];
    },
    use: ({ sessionId, fence, callId }: ToolContext) => owned(USE, [sessionId, fence, callId]),
  };
}

export type RateBook = ReturnType<typeof createRateBook>;
