import type { ClientBase } from "pg";
import { TeamFailure } from "./team-failure.ts";

export interface AdminRights {
  readonly isSuperuser: boolean;
  /** As in `server_version_num`: 180004. */
  readonly serverVersion: number;
}

interface RightsRow {
  readonly name: string;
  readonly database: string;
  readonly is_superuser: boolean;
  readonly can_create_roles: boolean;
  readonly can_create_schemas: boolean;
  readonly server_version: number;
}

const RIGHTS_SQL = `
  select rolname as name, current_database() as database, rolsuper as is_superuser, rolcreaterole as can_create_roles,
    has_database_privilege(current_database(), 'CREATE') as can_create_schemas,
    current_setting('server_version_num')::int as server_version
  from pg_roles where rolname = current_user`;

/** Makes sure OpenHive's role may make roles and schemas. Throws a `TeamFailure` that says what to grant. */
export async function requireAdminRights(client: ClientBase): Promise<AdminRights> {
  const row = (await client.query<RightsRow>(RIGHTS_SQL)).rows[0];
  if (row === undefined) throw new Error("The current role has no row in pg_roles");
  const missing: string[] = [];
  if (!row.is_superuser && !row.can_create_roles) missing.push(`ALTER ROLE "${row.name}" CREATEROLE;`);
  if (!row.is_superuser && !row.can_create_schemas) {
    missing.push(`GRANT CREATE ON DATABASE "${row.database}" TO "${row.name}";`);
  }
  if (missing.length > 0) {
    throw new TeamFailure(
      "unavailable",
      `The database role "${row.name}" may not make the schema and the roles that keep each org's tables apart.`,
      { suggestion: `Tell the person: an administrator of the database has to run ${missing.join(" ")}` },
    );
  }
  return { isSuperuser: row.is_superuser, serverVersion: row.server_version };
}
