import type { OrgId } from "../../contract/ids.ts";
import type { ResultRows, TeamOutcome, TeamQuery } from "../../contract/team-database.ts";
import { findWrite } from "./classify-statement.ts";
import { inspectStatement } from "./inspect-statement.ts";
import { parseStatement } from "./parse-statement.ts";
import { readRows } from "./read-rows.ts";
import { runTeamCall, type TeamCallParts } from "./team-call.ts";
import { TeamFailure } from "./team-failure.ts";

/** A cursor takes nothing but a query, so the database too refuses anything else in this place. */
const DECLARE = "declare openhive_result no scroll cursor without hold for ";

/** Reads rows: as the role that can only read, in a read-only transaction that is rolled back, through a cursor. */
export function runQuery(
  parts: TeamCallParts,
  orgId: OrgId,
  { query, signal }: { readonly query: TeamQuery; readonly signal: AbortSignal },
): Promise<TeamOutcome<ResultRows>> {
  return runTeamCall(parts, {
    orgId,
    signal,
    sql: query.sql,
    role: "reader",
    isReadOnly: true,
    offset: DECLARE.length,
    inspect: (schema) => inspectQuery(query.sql, schema),
    async work(connection) {
      await connection.run(DECLARE + query.sql, query.params);
      const result = await connection.run(`fetch forward ${query.limit + 1} from openhive_result`, []);
      return readRows(connection, result, { maxRows: query.limit, maxLength: parts.limits.maxResultLength });
    },
  });
}

async function inspectQuery(sql: string, schema: string): Promise<void> {
  const statement = await parseStatement(sql);
  const write = findWrite(statement);
  if (write !== undefined) {
    throw new TeamFailure("not_a_select", `${write} db_query takes one SELECT that only reads.`, {
      suggestion: "Use db_exec to change data or tables, db_describe to look at tables.",
    });
  }
  inspectStatement(statement, schema);
}
