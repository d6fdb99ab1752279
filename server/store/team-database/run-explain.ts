import type { OrgId } from "../../contract/ids.ts";
import type { TeamOutcome, TeamStatement } from "../../contract/team-database.ts";
import { inspectStatement } from "./inspect-statement.ts";
import { parseStatement } from "./parse-statement.ts";
import { DATA_STATEMENTS } from "./statement-rules.ts";
import { runTeamCall, type TeamCallParts } from "./team-call.ts";
import { TeamFailure } from "./team-failure.ts";

const EXPLAIN = "explain (format text) ";

/** Plans a statement without running it. Runs as the writer, who may plan changes, in a read-only transaction. */
export function runExplain(
  parts: TeamCallParts,
  orgId: OrgId,
  { statement, signal }: { readonly statement: TeamStatement; readonly signal: AbortSignal },
): Promise<TeamOutcome<string>> {
  return runTeamCall(parts, {
    orgId,
    signal,
    sql: statement.sql,
    role: "writer",
    isReadOnly: true,
    offset: EXPLAIN.length,
    inspect: (schema) => inspectPlanned(statement.sql, schema),
    async work(connection) {
      const { rows } = await connection.run(EXPLAIN + statement.sql, statement.params);
      return rows.map(([line]) => line).join("\n");
    },
  });
}

async function inspectPlanned(sql: string, schema: string): Promise<void> {
  const statement = await parseStatement(sql);
  if (!DATA_STATEMENTS.has(statement.kind)) {
    throw new TeamFailure("not_a_select", "Only SELECT, INSERT, UPDATE, DELETE and MERGE have a plan.", {
      suggestion: "Give the statement itself, without EXPLAIN in front.",
    });
  }
  inspectStatement(statement, schema);
}
