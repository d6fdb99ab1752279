import type { RunId } from "../../../contract/ids.ts";
import type { Database } from "../../database.ts";

/** The run whose beginning this one shares; undefined when it shares none. */
export async function findOrigin(database: Database, runId: RunId): Promise<RunId | undefined> {
  const { rows } = await database.query<{ readonly origin: RunId | null }>({
    text: "select forked_from as origin from run where id = $1",
    values: [runId],
  });
  return rows[0]?.origin ?? undefined;
}
