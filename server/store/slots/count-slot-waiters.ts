import type { Database } from "../database.ts";

/** Sessions that wait for room under a limit. */
export async function countSlotWaiters(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select count(distinct session_id)::int as count from slot_waiter",
  );
  return rows[0]?.count ?? 0;
}
