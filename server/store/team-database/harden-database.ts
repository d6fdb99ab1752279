import type { ClientBase } from "pg";
import type { AdminRights } from "./require-admin-rights.ts";

/** Functions that act beyond rows and that PostgreSQL lets everybody call. */
const ACTING_FUNCTIONS =
  "^(pg_(try_)?advisory_.*|pg_notify|pg_logical_emit_message|pg_export_snapshot|pg_cancel_backend|pg_terminate_backend|set_config|lo_.*|loread|lowrite|(query|table|schema|database|cursor)_to_xml.*|ts_stat|ts_rewrite)$";

/**
 * Takes from everybody but the admin what an org's roles must not have and have by PostgreSQL's defaults: locks and
 * notices that span the database, large objects, SQL given as text, code in any language, temporary tables.
 *
 * Only a superuser can do that, so on a server that is not OpenHive's own the refusal in `inspectStatement` stands
 * alone for these. Does nothing where it was done before.
 */
export async function hardenDatabase(client: ClientBase, { isSuperuser }: AdminRights): Promise<void> {
  if (!isSuperuser) return;
  const { rows } = await client.query<{ readonly statement: string }>(HARDEN_SQL, [ACTING_FUNCTIONS]);
  for (const { statement } of rows) await client.query(statement);
}

const HARDEN_SQL = `
  select format('revoke execute on function %s from public', oid::regprocedure) as statement
  from pg_proc
  where pronamespace = 'pg_catalog'::regnamespace and prokind = 'f'
    and proname ~ $1 and has_function_privilege('public', oid, 'execute')
  union all
  select format('revoke usage on language %I from public', lanname)
  from pg_language
  where lanname in ('sql', 'plpgsql') and has_language_privilege('public', oid, 'usage')
  union all
  select format('revoke temporary on database %I from public', datname)
  from pg_database
  where datname = current_database() and has_database_privilege('public', oid, 'temporary')
  union all
  select 'revoke create on schema public from public'
  from pg_namespace
  where nspname = 'public' and has_schema_privilege('public', oid, 'create')`;
