import { type ClientBase, escapeIdentifier, escapeLiteral } from "pg";
import { hardenDatabase } from "./harden-database.ts";
import { type AdminRights, requireAdminRights } from "./require-admin-rights.ts";
import { requireIsolation } from "./require-isolation.ts";
import { toScramVerifier } from "./scram-verifier.ts";
import type { TeamNames } from "./team-names.ts";

export interface RolePasswords {
  readonly reader: string;
  readonly writer: string;
}

export interface ProvisionPlan {
  readonly names: TeamNames;
  readonly passwords: RolePasswords;
  /** True when the roles may still have other passwords. */
  readonly hasNewPasswords: boolean;
  /** Milliseconds after which PostgreSQL ends a statement of the roles where a call did not say otherwise. */
  readonly timeoutMs: number;
}

/** Connections a role may hold over all processes of OpenHive. */
const CONNECTION_LIMIT = 20;

/**
 * Makes an org's schema and its two roles, or mends what is missing (a restored dump brings no roles).
 *
 * Belongs into a transaction that holds the team databases' advisory lock. The roles log in themselves, so that no
 * `RESET ROLE` leads anywhere, and have no rights but those given here; where that cannot be made sure, this throws.
 */
export async function provisionTeam(client: ClientBase, plan: ProvisionPlan): Promise<void> {
  const rights = await requireAdminRights(client);
  await hardenDatabase(client, rights);
  await ensureRole(client, plan, "reader");
  await ensureRole(client, plan, "writer");
  await configureRoles(client, plan, rights);
  await ensureSchema(client, plan.names);
  await adoptTables(client, plan.names);
  await requireIsolation(client, plan.names);
}

async function ensureRole(client: ClientBase, plan: ProvisionPlan, kind: "reader" | "writer"): Promise<void> {
  const name = plan.names[kind];
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  const exists = rowCount === 1;
  if (exists && !plan.hasNewPasswords) return;
  const role = escapeIdentifier(name);
  const password = escapeLiteral(toScramVerifier(plan.passwords[kind]));
  await client.query(
    `${exists ? "alter" : "create"} role ${role} with login nocreatedb nocreaterole connection limit ${CONNECTION_LIMIT} password ${password}`,
  );
}

/** What holds for the roles' sessions before a call has set anything. */
async function configureRoles(client: ClientBase, plan: ProvisionPlan, rights: AdminRights): Promise<void> {
  const { names, timeoutMs } = plan;
  const settings = [
    `statement_timeout = ${timeoutMs}`,
    `idle_in_transaction_session_timeout = ${timeoutMs}`,
    `search_path = ${escapeIdentifier(names.schema)}`,
    "work_mem = '16MB'",
    ...(rights.serverVersion >= 170_000 ? [`transaction_timeout = ${timeoutMs * 2}`] : []),
    ...(rights.isSuperuser ? ["temp_file_limit = '512MB'"] : []),
  ];
  const membership = rights.serverVersion >= 160_000 ? " with inherit true, set true" : "";
  for (const role of [names.reader, names.writer].map(escapeIdentifier)) {
    for (const setting of settings) await client.query(`alter role ${role} set ${setting}`);
    // The admin has to dump the org's tables and to end its statements.
    if (!rights.isSuperuser) await client.query(`grant ${role} to current_user${membership}`);
  }
  await client.query(`alter role ${escapeIdentifier(names.reader)} set default_transaction_read_only = on`);
}

/** The schema is the admin's own: the writer fills it and can neither rename, share nor drop it. */
async function ensureSchema(client: ClientBase, names: TeamNames): Promise<void> {
  const [schema, reader, writer] = [names.schema, names.reader, names.writer].map(escapeIdentifier);
  await client.query(`create schema if not exists ${schema}`);
  await client.query(`revoke all on schema ${schema} from public`);
  await client.query(`grant usage on schema ${schema} to ${reader}`);
  await client.query(`grant usage, create on schema ${schema} to ${writer}`);
  for (const kind of ["tables", "sequences"]) {
    await client.query(
      `alter default privileges for role ${writer} in schema ${schema} grant select on ${kind} to ${reader}`,
    );
    await client.query(`grant select on all ${kind} in schema ${schema} to ${reader}`);
  }
}

/** After a restore the tables belong to whoever restored them. */
async function adoptTables(client: ClientBase, names: TeamNames): Promise<void> {
  const { rows } = await client.query<{ readonly statement: string }>(
    `select format('alter table %I.%I owner to %I', $1::text, relname, $2::text) as statement
     from pg_class
     where relnamespace = $1::text::regnamespace and relkind in ('r', 'p', 'v', 'm')
       and relowner <> $2::text::regrole`,
    [names.schema, names.writer],
  );
  for (const { statement } of rows) await client.query(statement);
}
