import type { ClientBase } from "pg";
import type { AdminRights } from "./require-admin-rights.ts";

/** Functions that act beyond rows and that PostgreSQL lets everybody call. */
const ACTING_FUNCTIONS =
  "^(pg_(try_)?advisory_.*|pg_notify|pg_logical_emit_message|pg_export_snapshot|pg_cancel_backend|pg_terminate_backend|set_config|lo_.*|loread|lowrite|(query|table|schema|database|cursor)_to_xml.*|ts_stat|ts_rewrite)$";

/**
 * Takes from everybody but OpenHive what an org's roles must not have and have by PostgreSQL's defaults: locks and
 * notices that span the database, large objects, SQL given as text, code in any language, temporary tables.
 *
 * Only a superuser can do that, and it is done only in a database where no other role owns or was granted anything:
 * rights are taken from all. Elsewhere the refusal in `inspectStatement` stands alone for these. The database's owner keeps the functions, so that
 * OpenHive can later run as an ordinary role. Does nothing where it was done before.
 */
export async function hardenDatabase(client: ClientBase, { isSuperuser }: AdminRights): Promise<void> {
  if (!isSuperuser) return;
  const { rows } = await client.query<{ readonly statement: string }>(HARDEN_SQL, [ACTING_FUNCTIONS]);
  for (const { statement } of rows) await client.query(statement);
}

const HARDEN_SQL = `
  with alone as (
    select 1 where not exists (
      select 1
      from pg_shdepend dependency
      join pg_database database on database.datname = current_database()
      join pg_roles role on role.oid = dependency.refobjid
      where dependency.refclassid = 'pg_authid'::regclass
        and (dependency.dbid = database.oid
          or dependency.classid = 'pg_database'::regclass and dependency.objid = database.oid)
        and not role.rolsuper and role.rolname !~ '^(pg_|team_[0-9a-f]{32}_)'
    )
  )
  select format('grant execute on function %1$s to pg_database_owner; revoke execute on function %1$s from public',
    pg_proc.oid::regprocedure) as statement
  from alone, pg_proc
  where pronamespace = 'pg_catalog'::regnamespace and prokind = 'f' and proname ~ $1
    and has_function_privilege('public', pg_proc.oid, 'execute')
  union all
  select format('revoke usage on language %I from public', lanname)
  from alone, pg_language
  where lanname in ('sql', 'plpgsql') and has_language_privilege('public', pg_language.oid, 'usage')
  union all
  select format('revoke temporary on database %I from public', datname)
  from alone, pg_database
  where datname = current_database() and has_database_privilege('public', pg_database.oid, 'temporary')
  union all
  select 'revoke create on schema public from public'
  from pg_namespace
  where nspname = 'public' and has_schema_privilege('public', oid, 'create')`;
