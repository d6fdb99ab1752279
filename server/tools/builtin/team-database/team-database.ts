import type { OrgId } from "../../../contract/ids.ts";
import type {
  CommandAnswer,
  DatabaseDescription,
  ResultRows,
  TeamCommand,
  TeamOutcome,
  TeamQuery,
  TeamStatement,
} from "../../../contract/team-database.ts";

/**
 * The tables that the agents of one org share.
 *
 * The database itself keeps the promises, whatever the SQL says: an org reaches its own tables and nothing else, `query`
 * and `explain` change nothing, every statement has a time limit. Refusals and failures are outcomes; a method rejects
 * only on a mistake in OpenHive. Each call is its own transaction: after a failure nothing has changed.
 * `signal` stops the statement inside the database.
 */
export interface TeamDatabase {
  describe(orgId: OrgId, signal: AbortSignal): Promise<TeamOutcome<DatabaseDescription>>;
  query(orgId: OrgId, query: TeamQuery, signal: AbortSignal): Promise<TeamOutcome<ResultRows>>;
  /** The plan, as text; the statement does not run. */
  explain(orgId: OrgId, statement: TeamStatement, signal: AbortSignal): Promise<TeamOutcome<string>>;
  execute(orgId: OrgId, command: TeamCommand, signal: AbortSignal): Promise<TeamOutcome<CommandAnswer>>;
}
