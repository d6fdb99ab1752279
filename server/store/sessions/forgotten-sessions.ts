import type { SessionId } from "../../contract/ids.ts";
import type { Queryable } from "../database.ts";

/** A session that is a worker's in the rows, as of one claim. */
export interface OwnedSession {
  readonly id: SessionId;
  readonly fence: number;
}

/** Sessions that are this worker's though it does not work on them: a claim or a write ended in an outage of the database. In runs that go on alone: what was ever done is not read. */
export async function findForgotten(
  client: Queryable,
  worker: number,
  atWork: readonly SessionId[],
): Promise<readonly OwnedSession[]> {
  const { rows } = await client.query<OwnedSession>(
    `select s.id, s.fence from session s join run r on r.id = s.run_id
where r.status = 'running' and s.owner = $1 and s.status = 'running' and not (s.id = any($2::uuid[]))`,
    [worker, atWork],
  );
  return rows;
}

/** Makes them ready again, each only if nobody took it since it was found. */
export async function freeForgotten(
  client: Queryable,
  worker: number,
  sessions: readonly OwnedSession[],
): Promise<readonly SessionId[]> {
  if (sessions.length === 0) return [];
  const { rows } = await client.query<{ id: SessionId }>(
    `update session s set status = 'ready', owner = null, fence = s.fence + 1
from unnest($2::uuid[], $3::int[]) as found(id, fence)
where s.id = found.id and s.fence = found.fence and s.owner = $1 and s.status = 'running' returning s.id`,
    [worker, sessions.map(({ id }) => id), sessions.map(({ fence }) => fence)],
  );
  return rows.map((row) => row.id);
}
