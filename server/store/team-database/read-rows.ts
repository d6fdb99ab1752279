import type { QueryArrayResult } from "pg";
import type { Json } from "../../contract/json.ts";
import type { ResultColumn, ResultRows } from "../../contract/team-database.ts";
import type { TeamConnection } from "./team-connection.ts";
import { toJsonValue } from "./to-json-value.ts";

export interface RowBounds {
  readonly maxRows: number;
  /** Characters of JSON. */
  readonly maxLength: number;
}

/** Turns what PostgreSQL sent into JSON rows, as many as both bounds allow. Asks the database for names of types. */
export async function readRows(
  connection: TeamConnection,
  result: QueryArrayResult<(string | null)[]>,
  bounds: RowBounds,
): Promise<ResultRows> {
  const columns = await readColumns(connection, result);
  const typeIds = result.fields.map((field) => field.dataTypeID);
  const rows: (readonly Json[])[] = [];
  let length = 0;
  for (const raw of result.rows.slice(0, bounds.maxRows)) {
    const row = raw.map((text, index) => toJsonValue(text, typeIds[index] ?? 0));
    length += JSON.stringify(row).length;
    if (length > bounds.maxLength) return { columns, rows, cutBy: "size" };
    rows.push(row);
  }
  return { columns, rows, cutBy: result.rows.length > bounds.maxRows ? "limit" : null };
}

async function readColumns(
  connection: TeamConnection,
  { fields }: QueryArrayResult<(string | null)[]>,
): Promise<readonly ResultColumn[]> {
  if (fields.length === 0) return [];
  const { rows } = await connection.run(
    `select pg_catalog.format_type(kind.id, kind.modifier)
     from unnest($1::oid[], $2::int4[]) with ordinality as kind(id, modifier, place) order by kind.place`,
    [fields.map((field) => field.dataTypeID), fields.map((field) => field.dataTypeModifier)],
  );
  return fields.map((field, index) => ({ name: field.name, type: rows[index]?.[0] ?? "unknown" }));
}
