import type { ClientBase } from "pg";
import { TeamFailure } from "./team-failure.ts";
import type { TeamNames } from "./team-names.ts";

/**
 * Everything that an org's roles could reach beyond their own schema, in words. `$1` schema, `$2` the roles.
 * Rights that were given to PUBLIC count. What an extension brought along is trusted to be meant for everybody.
 */
const REACHABLE_SQL = `
  with team as (select oid, rolname from pg_roles where rolname = any ($2)),
  foreign_schema as (
    select oid, nspname from pg_namespace
    where nspname not in ($1, 'pg_catalog', 'information_schema') and nspname !~ '^pg_(toast|temp)'
  )
  select distinct format('the table %I.%I', foreign_schema.nspname, relation.relname) as reachable
  from team, foreign_schema join pg_class relation on relation.relnamespace = foreign_schema.oid
  where relation.relkind in ('r', 'p', 'v', 'm', 'f')
    and has_schema_privilege(team.oid, foreign_schema.oid, 'usage')
    and (has_any_column_privilege(team.oid, relation.oid, 'select, insert, update, references')
      or has_table_privilege(team.oid, relation.oid, 'delete, truncate, trigger'))
    and not exists (select 1 from pg_depend where objid = relation.oid and deptype = 'e')
  union all
  select distinct format('making things in the schema %I', nspname)
  from team, foreign_schema where has_schema_privilege(team.oid, foreign_schema.oid, 'create')
  union all
  select distinct format('the function %s, which runs with its owner''s rights', routine.oid::regprocedure)
  from team, foreign_schema join pg_proc routine on routine.pronamespace = foreign_schema.oid
  where routine.prosecdef and has_schema_privilege(team.oid, foreign_schema.oid, 'usage')
    and has_function_privilege(team.oid, routine.oid, 'execute')
    and not exists (select 1 from pg_depend where objid = routine.oid and deptype = 'e')
  union all
  select format('the rights of the role %I', granted.rolname)
  from team join pg_auth_members membership on membership.member = team.oid join pg_roles granted on granted.oid = membership.roleid
  union all
  select format('the attributes of a privileged role, in %I', rolname)
  from pg_roles where rolname = any ($2) and (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)
  union all
  select distinct 'making schemas in the database'
  from team where has_database_privilege(team.oid, current_database(), 'create')`;

const SHOWN = 5;

/** Throws a `TeamFailure` when an org's roles could reach anything beyond their own schema. */
export async function requireIsolation(client: ClientBase, names: TeamNames): Promise<void> {
  const roles = [names.reader, names.writer];
  const { rows } = await client.query<{ readonly reachable: string }>(REACHABLE_SQL, [names.schema, roles]);
  if (rows.length === 0) return;
  const shown = rows.slice(0, SHOWN).map((row) => row.reachable);
  const more = rows.length > SHOWN ? ` and ${rows.length - SHOWN} more` : "";
  throw new TeamFailure(
    "unavailable",
    `The team database stays closed: its roles would also reach ${shown.join("; ")}${more}.`,
    {
      suggestion:
        "Tell the person: these rights were granted to PUBLIC or to the team's roles and have to be revoked.",
    },
  );
}
