import { DatabaseError } from "pg";
import type { TeamDatabaseCode } from "../../contract/team-database.ts";
import { atPlace } from "./statement-place.ts";
import { TeamFailure } from "./team-failure.ts";

interface Meaning {
  readonly code: TeamDatabaseCode;
  readonly suggestion?: string;
}

const LOOK = "db_describe shows the tables and columns there are.";
const READ_ONLY = "db_query changes nothing: use db_exec.";
const AGAIN = "Another call was at the same rows. Try again.";

/** By SQLSTATE, then by its class (the first two characters). */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  "42601": { code: "syntax" },
  "42501": { code: "read_denied", suggestion: "Only the team's own tables can be used." },
  "25006": { code: "write_denied", suggestion: READ_ONLY },
  "0A000": { code: "invalid_sql" },
  "57014": { code: "timeout", suggestion: "Narrow the statement, add an index, or split the work." },
  "55P03": { code: "timeout", suggestion: AGAIN },
  "40001": { code: "conflict", suggestion: AGAIN },
  "40P01": { code: "conflict", suggestion: AGAIN },
  "2BP01": {
    code: "constraint_violation",
    suggestion: "Something else needs it: drop that first, or use CASCADE.",
  },
  "54001": { code: "syntax", suggestion: "Write the statement with fewer levels." },
  "22": { code: "invalid_value", suggestion: "Check the values in params and their types." },
  "23": {
    code: "constraint_violation",
    suggestion: "The rows break a rule of the table: see the keys in db_describe.",
  },
  "28": { code: "unavailable" },
  "42": { code: "invalid_sql", suggestion: LOOK },
  "53": { code: "limit_reached", suggestion: "Try again with a smaller statement." },
  "54": { code: "limit_reached", suggestion: "Make the statement or its values smaller." },
  "57": { code: "unavailable", suggestion: "The database is stopping or starting: try again." },
  "08": { code: "unavailable", suggestion: "Try again." },
};

const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ENOENT",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
]);

export interface FailedStatement {
  readonly sql: string;
  /** Characters that stood before the statement in what the server was sent. */
  readonly offset: number;
  readonly isWrite: boolean;
}

/** Turns what went wrong into a failure that says what and where; anything that is no database error is given back. */
export function toTeamFailure(error: unknown, statement: FailedStatement): unknown {
  if (error instanceof TeamFailure) return error;
  if (error instanceof DatabaseError) return fromDatabase(error, statement);
  if (isConnectionLoss(error)) {
    return new TeamFailure("unavailable", "The connection to the database broke.", {
      suggestion: statement.isWrite ? "Nothing was changed. Try again." : "Try again.",
      cause: error,
    });
  }
  return error;
}

function fromDatabase(error: DatabaseError, statement: FailedStatement): TeamFailure {
  const state = error.code ?? "";
  const { code, suggestion } = MEANINGS[state] ?? MEANINGS[state.slice(0, 2)] ?? { code: "internal" };
  const place = Number(error.position ?? 0) - statement.offset;
  const text = error.detail === undefined ? error.message : `${error.message} (${error.detail})`;
  const advice = [error.hint, suggestion].filter((part) => part !== undefined).join(" ");
  return new TeamFailure(
    code === "read_denied" && statement.isWrite ? "write_denied" : code,
    atPlace(text, statement.sql, place),
    advice === "" ? { cause: error } : { suggestion: advice, cause: error },
  );
}

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && NETWORK_CODES.has(String(error.code))) return true;
  return /connection terminated|connection.*timeout|not queryable/i.test(error.message);
}
