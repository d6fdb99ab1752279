import type { TeamDatabaseCode, TeamDatabaseFailure } from "../../../contract/team-database.ts";
import { type ToolError, type ToolErrorCode, toolError } from "../../../contract/tool-result.ts";

const CODES: Readonly<Record<TeamDatabaseCode, ToolErrorCode>> = {
  syntax: "invalid_input",
  multi_statement: "invalid_input",
  not_a_select: "invalid_input",
  invalid_sql: "invalid_input",
  invalid_value: "invalid_input",
  read_denied: "denied",
  write_denied: "denied",
  ddl_denied: "denied",
  destructive_unconfirmed: "denied",
  constraint_violation: "tool_failed",
  conflict: "tool_failed",
  timeout: "timed_out",
  result_too_large: "limit_reached",
  limit_reached: "limit_reached",
  aborted: "aborted",
  outcome_unknown: "outcome_unknown",
  unavailable: "unavailable",
  internal: "tool_failed",
};

/** A failure of the team database as the model gets it: its own code first, then the message, then what to do. */
export function toTeamDatabaseError({ code, message, suggestion }: TeamDatabaseFailure): ToolError {
  return toolError(CODES[code], `${code}: ${message}`, suggestion);
}
