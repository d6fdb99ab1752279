import { randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { OrgId } from "../../contract/ids.ts";
import { provisionTeam, type RolePasswords } from "./provision-team.ts";
import { TeamFailure } from "./team-failure.ts";
import { type TeamNames, toTeamNames } from "./team-names.ts";

/** Keeps the roles' passwords unreadable at rest. */
export interface SecretBox {
  encrypt(text: string): Promise<string>;
  decrypt(encrypted: string): Promise<string>;
}

export interface TeamAccess {
  readonly names: TeamNames;
  /** Addresses of the database with the role's name and password as parameters. */
  readonly readerUrl: string;
  readonly writerUrl: string;
}

export interface TeamAccessOptions {
  readonly adminPool: Pool;
  /** The address of the database, with the admin's own name and password. */
  readonly url: string;
  readonly secrets: SecretBox;
  readonly timeoutMs: number;
}

/** Gives the way into an org's team database, made on first use. */
export interface TeamAccessBook {
  open(orgId: OrgId): Promise<TeamAccess>;
  /** Makes the next `open` look again, after the database refused a role. */
  forget(orgId: OrgId): void;
}

/** One lock for all orgs: revoking rights from everybody must not happen twice at once. */
export const LOCK_SQL = "select pg_advisory_xact_lock(hashtext('openhive'), hashtext('team database'))";

const passwordsSchema = z.object({ reader: z.string().min(1), writer: z.string().min(1) });

/** Remembers per process which orgs are ready; a failed attempt is made anew by the next call. */
export function createTeamAccessBook(options: TeamAccessOptions): TeamAccessBook {
  const ready = new Map<OrgId, Promise<TeamAccess>>();
  return {
    open(orgId) {
      const known = ready.get(orgId);
      if (known !== undefined) return known;
      const opening = openAccess(options, orgId);
      ready.set(orgId, opening);
      opening.catch(() => ready.delete(orgId));
      return opening;
    },
    forget(orgId) {
      ready.delete(orgId);
    },
  };
}

async function openAccess(options: TeamAccessOptions, orgId: OrgId): Promise<TeamAccess> {
  const names = toTeamNames(orgId);
  const client = await options.adminPool.connect();
  try {
    await client.query("begin");
    await client.query(LOCK_SQL);
    await refuseRemoved(client, orgId);
    const kept = await readPasswords(client, options.secrets, orgId);
    const passwords = kept ?? { reader: createPassword(), writer: createPassword() };
    const isNew = kept === undefined;
    await provisionTeam(client, { names, passwords, hasNewPasswords: isNew, timeoutMs: options.timeoutMs });
    if (isNew) await keepPasswords(client, { orgId, names, secret: await seal(options.secrets, passwords) });
    await client.query("commit");
    return {
      names,
      readerUrl: toRoleUrl(options.url, names.reader, passwords.reader),
      writerUrl: toRoleUrl(options.url, names.writer, passwords.writer),
    };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** A call that comes late, from a run that was stopped with its org, must not make the org's tables anew. */
async function refuseRemoved(client: PoolClient, orgId: OrgId): Promise<void> {
  const removed = "select 1 from org where id = $1 and removed_at is not null";
  const { rowCount } = await client.query(removed, [orgId]);
  if (rowCount === 1) throw new TeamFailure("unavailable", "The org was removed, and its tables with it.");
}

/** Undefined when there are none yet, or none that this key opens: the roles then get new ones, and nothing is lost. */
async function readPasswords(
  client: PoolClient,
  secrets: SecretBox,
  orgId: OrgId,
): Promise<RolePasswords | undefined> {
  const { rows } = await client.query<{ readonly secret: string }>(
    "select secret from team_database where org_id = $1",
    [orgId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  try {
    return passwordsSchema.parse(JSON.parse(await secrets.decrypt(row.secret)));
  } catch {
    return undefined;
  }
}

function seal(secrets: SecretBox, passwords: RolePasswords): Promise<string> {
  return secrets.encrypt(JSON.stringify(passwords));
}

interface KeptTeam {
  readonly orgId: OrgId;
  readonly names: TeamNames;
  readonly secret: string;
}

async function keepPasswords(client: PoolClient, { orgId, names, secret }: KeptTeam): Promise<void> {
  await client.query(
    `insert into team_database (org_id, schema_name, reader_role, writer_role, secret, created_at)
     values ($1, $2, $3, $4, $5, now())
     on conflict (org_id) do update set secret = excluded.secret`,
    [orgId, names.schema, names.reader, names.writer, secret],
  );
}

function createPassword(): string {
  return randomBytes(24).toString("base64url");
}

/** Parameters win over the name and password before the host, and work for addresses of Unix sockets too. */
function toRoleUrl(url: string, role: string, password: string): string {
  const address = new URL(url);
  address.searchParams.set("user", role);
  address.searchParams.set("password", password);
  return address.href;
}
