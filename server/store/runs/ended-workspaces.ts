import type { Database } from "../database.ts";

/** What says whose workspaces nobody needs any more. */
export function createEndedWorkspaces(database: Database) {
  const ids = async (text: string, values: unknown[]): Promise<readonly string[]> => {
    const { rows } = await database.query<{ readonly id: string }>({ text, values });
    return rows.map(({ id }) => id);
  };
  return {
    endedRuns: (runs: readonly string[], days: number) =>
      ids(
        `select run.id from run join org on org.id = run.org_id where run.id = any($1::uuid[]) and run.finished_at is not null
  and (org.removed_at is not null or ($2::int > 0 and run.finished_at < now() - make_interval(days => $2::int)))`,
        [runs, days],
      ),
    removedOrgs: (orgs: readonly string[]) =>
      ids(
        "select id from org where id = any($1::uuid[]) and cleared_at is not null and not exists (select from run where org_id = org.id and finished_at is null)",
        [orgs],
      ),
  };
}
