import { z } from "zod";
import type { OrgId } from "../../contract/ids.ts";
import type { DatabaseDescription, TeamOutcome } from "../../contract/team-database.ts";
import { runTeamCall, type TeamCallParts } from "./team-call.ts";

/** Tables that a description holds; more would not fit into a prompt. */
const MAX_TABLES = 300;

const descriptionSchema = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(["table", "view", "materialized view", "partitioned table"]),
      rowEstimate: z.number().nullable(),
      comment: z.string().nullable(),
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          isNullable: z.boolean(),
          default: z.string().nullable(),
          comment: z.string().nullable(),
        }),
      ),
      keys: z.array(
        z.object({
          kind: z.enum(["primary key", "unique", "foreign key", "check", "exclude", "not null"]),
          definition: z.string(),
        }),
      ),
      indexes: z.array(z.string()),
    }),
  ),
  enums: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
});

/** Describes an org's tables from PostgreSQL's own catalogue, tables and types by name, columns in their order. */
export function runDescribe(
  parts: TeamCallParts,
  orgId: OrgId,
  signal: AbortSignal,
): Promise<TeamOutcome<DatabaseDescription>> {
  return runTeamCall(parts, {
    orgId,
    signal,
    sql: "",
    role: "reader",
    isReadOnly: true,
    async work(connection, { names }) {
      const { rows } = await connection.run(DESCRIBE_SQL, [names.schema, MAX_TABLES]);
      return descriptionSchema.parse(JSON.parse(rows[0]?.[0] ?? "null"));
    },
  });
}

const COLUMNS_SQL = `
  select coalesce(jsonb_agg(jsonb_build_object(
      'name', attname,
      'type', pg_catalog.format_type(atttypid, atttypmod),
      'isNullable', not attnotnull,
      'default', case attidentity when '' then pg_catalog.pg_get_expr(adbin, adrelid) else 'identity' end,
      'comment', pg_catalog.col_description(attrelid, attnum)) order by attnum), '[]')
  from pg_catalog.pg_attribute left join pg_catalog.pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = relation.oid and attnum > 0 and not attisdropped`;

/** Not-null constraints are left out: the columns say it. */
const KEYS_SQL = `
  select coalesce(jsonb_agg(jsonb_build_object(
      'kind', case contype when 'p' then 'primary key' when 'u' then 'unique' when 'f' then 'foreign key'
        when 'c' then 'check' else 'exclude' end,
      'definition', pg_catalog.pg_get_constraintdef(oid)) order by contype = 'p' desc, conname), '[]')
  from pg_catalog.pg_constraint
  where conrelid = relation.oid and contype in ('p', 'u', 'f', 'c', 'x')`;

const INDEXES_SQL = `
  select coalesce(jsonb_agg(pg_catalog.pg_get_indexdef(indexrelid) order by indexrelid), '[]')
  from pg_catalog.pg_index
  where indrelid = relation.oid and not exists (select 1 from pg_catalog.pg_constraint where conindid = indexrelid)`;

const DESCRIBE_SQL = `
  with space as (select oid from pg_catalog.pg_namespace where nspname = $1),
  relation as (
    select pg_class.* from pg_catalog.pg_class join space on space.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm') order by relname limit $2::int
  )
  select jsonb_build_object(
    'tables', (select coalesce(jsonb_agg(jsonb_build_object(
        'name', relname,
        'kind', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'p' then 'partitioned table' else 'table' end,
        'rowEstimate', case when relkind in ('r', 'm')
          then nullif(greatest(reltuples::bigint, pg_catalog.pg_stat_get_live_tuples(relation.oid)), -1) end,
        'comment', pg_catalog.obj_description(relation.oid, 'pg_class'),
        'columns', (${COLUMNS_SQL}),
        'keys', (${KEYS_SQL}),
        'indexes', (${INDEXES_SQL})) order by relname), '[]') from relation),
    'enums', (select coalesce(jsonb_agg(jsonb_build_object('name', typname, 'values',
        (select jsonb_agg(enumlabel order by enumsortorder) from pg_catalog.pg_enum where enumtypid = kind.oid)) order by typname), '[]')
      from pg_catalog.pg_type kind join space on space.oid = typnamespace where typtype = 'e'))`;
