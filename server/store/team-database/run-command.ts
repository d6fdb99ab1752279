import type { OrgId } from "../../contract/ids.ts";
import type { CommandAnswer, TeamCommand, TeamOutcome } from "../../contract/team-database.ts";
import { findChangedTables, findDestruction, isRemoval } from "./classify-statement.ts";
import { inspectStatement } from "./inspect-statement.ts";
import { type ParsedStatement, parseStatement } from "./parse-statement.ts";
import { readRows } from "./read-rows.ts";
import { requireRoom } from "./require-room.ts";
import { runTeamCall, type TeamCallParts } from "./team-call.ts";
import type { TeamConnection } from "./team-connection.ts";
import { TeamFailure } from "./team-failure.ts";
import { findRowsAtRisk, requireSurvivors } from "./whole-table-change.ts";

const CONFIRM =
  "If destroying that is what the task asks for, call again with confirm_destructive: true; otherwise narrow the statement.";

/** Changes data or definitions: as the org's writer, one statement, one transaction, committed at the very end. */
export async function runCommand(
  parts: TeamCallParts,
  orgId: OrgId,
  { command, signal }: { readonly command: TeamCommand; readonly signal: AbortSignal },
): Promise<TeamOutcome<CommandAnswer>> {
  let statement: ParsedStatement | undefined;
  return runTeamCall(parts, {
    orgId,
    signal,
    sql: command.sql,
    role: "writer",
    isReadOnly: false,
    async inspect(schema) {
      statement = await parseStatement(command.sql);
      inspectStatement(statement, schema);
      if (!command.isDestructionConfirmed) refuseDestruction(statement);
    },
    async work(connection, { names }) {
      if (statement === undefined) throw new Error("A command runs only after it was inspected");
      const answer = await runGuarded(connection, { command, statement, schema: names.schema, parts });
      await commit(connection);
      return answer;
    },
  });
}

interface GuardedCommand {
  readonly command: TeamCommand;
  readonly statement: ParsedStatement;
  readonly schema: string;
  readonly parts: TeamCallParts;
}

/** What the form of the statement does not tell, its effect does: seen inside the transaction, before it counts. */
async function runGuarded(connection: TeamConnection, guarded: GuardedCommand): Promise<CommandAnswer> {
  const { command, statement, schema, parts } = guarded;
  const changed = command.isDestructionConfirmed ? [] : findChangedTables(statement);
  const atRisk = await findRowsAtRisk(connection, schema, changed);
  const result = await connection.run(command.sql, command.params);
  await requireSurvivors(connection, schema, atRisk);
  if (!isRemoval(statement)) await requireRoom(connection, schema, parts.limits.maxStoredBytes);
  const returned = await readRows(connection, result, {
    maxRows: parts.limits.maxReturnedRows,
    maxLength: parts.limits.maxResultLength,
  });
  return { command: result.command, rowCount: result.rowCount, returned };
}

function refuseDestruction(statement: ParsedStatement): void {
  const destruction = findDestruction(statement);
  if (destruction === undefined) return;
  throw new TeamFailure("destructive_unconfirmed", `${destruction} Nothing was changed.`, {
    suggestion: CONFIRM,
  });
}

/** A commit that breaks off may have been made: that has to be said, not guessed. */
async function commit(connection: TeamConnection): Promise<void> {
  try {
    await connection.prepare("commit");
  } catch (cause) {
    if (cause instanceof Error && "severity" in cause) throw cause;
    throw new TeamFailure("outcome_unknown", "The connection broke while the change was being made final.", {
      suggestion: "Look with db_query whether it is there before you repeat it.",
      cause,
    });
  }
}
