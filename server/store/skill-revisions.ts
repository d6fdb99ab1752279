import type { Database } from "./database.ts";

/**
 * Packed skills as sessions activated them, for every process that works on this database. Fits the port of skills. Collecting
 * leaves what a session of any run refers to, and what was asked for in the last hour.
 */
export function createStoredRevisions(database: Database) {
  return {
    async touch(skill: string, revision: string): Promise<boolean> {
      const { rowCount } = await database.query(
        "update skill_revision set kept_at = now() where skill = $1 and revision = $2",
        [skill, revision],
      );
      return rowCount === 1;
    },
    async save(skill: string, revision: string, content: Uint8Array): Promise<void> {
      await database.query(
        `insert into skill_revision (skill, revision, content) values ($1, $2, $3)
         on conflict (skill, revision) do update set kept_at = now()`,
        [skill, revision, content],
      );
    },
    async load(skill: string, revision: string): Promise<Uint8Array | undefined> {
      const { rows } = await database.query<{ content: Uint8Array }>(
        "select content from skill_revision where skill = $1 and revision = $2",
        [skill, revision],
      );
      return rows[0]?.content;
    },
    async collect(): Promise<number> {
      const { rowCount } = await database.query(
        `delete from skill_revision kept
         where kept_at < now() - interval '1 hour'
           and not exists (select 1 from skill_activation used
                           where used.skill = kept.skill and used.revision = kept.revision)`,
      );
      return rowCount ?? 0;
    },
  };
}
