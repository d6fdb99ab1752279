import type { Database } from "./database.ts";

/** The revisions of skills that some session of some run has activated: what must not be thrown away. */
export async function listRevisionsInUse(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ revision: string }>(
    "select distinct revision from skill_activation",
  );
  return new Set(rows.map(({ revision }) => revision));
}
