import { escapeIdentifier, type Pool, type PoolClient } from "pg";
import type { OrgId } from "../../contract/ids.ts";
import { LOCK_SQL } from "./team-access.ts";
import { toTeamNames } from "./team-names.ts";

/** Removes what `provisionTeam` made, in one transaction. Does nothing where there is nothing. */
export async function dropTeam(adminPool: Pool, orgId: OrgId): Promise<void> {
  const names = toTeamNames(orgId);
  const client = await adminPool.connect();
  try {
    await client.query("begin");
    await client.query(LOCK_SQL);
    await client.query("delete from team_database where org_id = $1", [orgId]);
    await client.query(`drop schema if exists ${escapeIdentifier(names.schema)} cascade`);
    await dropRole(client, names.reader);
    await dropRole(client, names.writer);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function dropRole(client: PoolClient, name: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  if (rowCount === 0) return;
  const role = escapeIdentifier(name);
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [name]);
  await client.query(`drop owned by ${role}`);
  await client.query(`drop role ${role}`);
}
