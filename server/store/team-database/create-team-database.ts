import type { Pool } from "pg";
import type { OrgId } from "../../contract/ids.ts";
import type { TeamCommand, TeamQuery, TeamStatement } from "../../contract/team-database.ts";
import { createCallGate } from "./call-gate.ts";
import { dropTeam } from "./drop-team.ts";
import { runCommand } from "./run-command.ts";
import { runDescribe } from "./run-describe.ts";
import { runExplain } from "./run-explain.ts";
import { runQuery } from "./run-query.ts";
import { createTeamAccessBook, type SecretBox } from "./team-access.ts";
import type { TeamCallParts } from "./team-call.ts";
import { DEFAULT_TEAM_LIMITS, type TeamLimits } from "./team-limits.ts";

export interface TeamDatabaseOptions {
  /** Connected as OpenHive itself, which needs CREATEROLE and CREATE on the database. */
  readonly adminPool: Pool;
  /** The address `adminPool` connects to; the orgs' roles connect to the same place. */
  readonly url: string;
  readonly secrets: SecretBox;
  readonly limits?: Partial<TeamLimits>;
}

/**
 * The orgs' own tables, in OpenHive's PostgreSQL.
 *
 * Each org has a schema and two login roles: one that can only read, one that can also write and define. Every call
 * opens a connection as one of them and ends it, so a statement can leave nothing behind in a session, and no idle
 * connections are held. Nothing is made for an org before its first call.
 */
export function createTeamDatabase(options: TeamDatabaseOptions) {
  const { adminPool, url, secrets } = options;
  const limits = { ...DEFAULT_TEAM_LIMITS, ...options.limits };
  const accessBook = createTeamAccessBook({ adminPool, url, secrets, timeoutMs: limits.writeTimeoutMs });
  const parts: TeamCallParts = { adminPool, accessBook, gate: createCallGate(limits.maxConcurrent), limits };
  return {
    describe: (orgId: OrgId, signal: AbortSignal) => runDescribe(parts, orgId, signal),
    query: (orgId: OrgId, query: TeamQuery, signal: AbortSignal) => runQuery(parts, orgId, { query, signal }),
    explain: (orgId: OrgId, statement: TeamStatement, signal: AbortSignal) =>
      runExplain(parts, orgId, { statement, signal }),
    execute: (orgId: OrgId, command: TeamCommand, signal: AbortSignal) =>
      runCommand(parts, orgId, { command, signal }),
    /** Removes an org's tables, schema and roles for good, when the org itself is removed. Idempotent. */
    async drop(orgId: OrgId): Promise<void> {
      accessBook.forget(orgId);
      await dropTeam(adminPool, orgId);
    },
  };
}
