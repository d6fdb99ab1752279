import { escapeIdentifier } from "pg";
import type { TeamConnection } from "./team-connection.ts";
import { TeamFailure } from "./team-failure.ts";

/**
 * Of the tables that a statement is about to change, those with two rows or more; locked, so that what is seen
 * afterwards is what the statement did. Throws a `TeamFailure` for a view.
 *
 * A single row may be changed or removed by any statement that names it, so it is never a reason to ask.
 */
export async function findRowsAtRisk(
  connection: TeamConnection,
  schema: string,
  tables: readonly string[],
): Promise<readonly string[]> {
  const atRisk: string[] = [];
  for (const table of tables.toSorted()) {
    // A table that is not there is the statement's own mistake, and the database explains it better.
    if (!(await isTable(connection, schema, table))) continue;
    await connection.run(`lock table ${toPath(schema, table)} in share row exclusive mode`, []);
    const { rows } = await connection.run(`select 1 from ${toPath(schema, table)} limit 2`, []);
    if (rows.length === 2) atRisk.push(table);
  }
  return atRisk;
}

async function isTable(connection: TeamConnection, schema: string, table: string): Promise<boolean> {
  const { rows } = await connection.run(
    `select relation.relkind from pg_catalog.pg_class relation
     join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
     where space.nspname = $1 and relation.relname = $2`,
    [schema, table],
  );
  const kind = rows[0]?.[0];
  if (kind !== "v") return kind === "r" || kind === "p";
  throw new TeamFailure("write_denied", `"${table}" is a view, and rows are changed in tables.`, {
    suggestion: "Change the table that the view reads; db_describe shows it.",
  });
}

/**
 * Throws a `TeamFailure` when a statement left no row as it was, whatever its WHERE said (`where true`, `where id = id`).
 *
 * Every row that the transaction wrote carries its number in `xmin`; a row that does not was left alone.
 */
export async function requireSurvivors(
  connection: TeamConnection,
  schema: string,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    const { rows } = await connection.run(
      `select 1 from ${toPath(schema, table)} where xmin <> pg_catalog.pg_current_xact_id()::xid limit 1`,
      [],
    );
    if (rows.length > 0) continue;
    throw new TeamFailure(
      "destructive_unconfirmed",
      `This changes or removes every row of "${table}". Nothing was changed.`,
      {
        suggestion:
          "If that is what the task asks for, call again with confirm_destructive: true; otherwise narrow the statement.",
      },
    );
  }
}

function toPath(schema: string, table: string): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
}
