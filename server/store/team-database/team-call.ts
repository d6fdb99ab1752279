import { DatabaseError, type Pool } from "pg";
import type { OrgId } from "../../contract/ids.ts";
import type { TeamOutcome } from "../../contract/team-database.ts";
import { beginTransaction } from "./begin-transaction.ts";
import type { CallGate } from "./call-gate.ts";
import type { TeamAccess, TeamAccessBook } from "./team-access.ts";
import { type TeamConnection, withTeamConnection } from "./team-connection.ts";
import { TeamFailure } from "./team-failure.ts";
import type { TeamLimits } from "./team-limits.ts";
import { toTeamFailure } from "./to-team-failure.ts";

/** What every call on a team database needs. */
export interface TeamCallParts {
  readonly adminPool: Pool;
  readonly accessBook: TeamAccessBook;
  readonly gate: CallGate;
  readonly limits: TeamLimits;
}

export interface TeamCall<Value> {
  readonly orgId: OrgId;
  readonly signal: AbortSignal;
  /** The statement from outside, as it was given: errors point into it. */
  readonly sql: string;
  readonly role: "reader" | "writer";
  readonly isReadOnly: boolean;
  /** Looks at the statement before any connection is made; throws a `TeamFailure` to refuse it. */
  inspect?(schema: string): Promise<void>;
  /** Runs inside the transaction. What it leaves uncommitted is rolled back. */
  work(connection: TeamConnection, access: TeamAccess): Promise<Value>;
  /** Characters that `work` puts in front of the statement. */
  readonly offset?: number;
}

/** Runs one call on its own connection and turns whatever happened into an outcome; rejects on mistakes in the code. */
export async function runTeamCall<Value>(
  parts: TeamCallParts,
  call: TeamCall<Value>,
): Promise<TeamOutcome<Value>> {
  try {
    return { ok: true, value: await attempt(parts, call) };
  } catch (error) {
    const statement = { sql: call.sql, offset: call.offset ?? 0, isWrite: !call.isReadOnly };
    const failure = call.signal.aborted ? toAborted(error) : toTeamFailure(error, statement);
    if (failure instanceof TeamFailure) return { ok: false, failure: failure.failure };
    throw failure;
  }
}

async function attempt<Value>(parts: TeamCallParts, call: TeamCall<Value>): Promise<Value> {
  const access = await parts.accessBook.open(call.orgId).catch(toUnready);
  await call.inspect?.(access.names.schema);
  const role = access.names[call.role];
  const leave = await parts.gate.enter(role, call.signal);
  try {
    return await onConnection(parts, call, access);
  } catch (error) {
    // The role is gone or has another password: the database was restored or moved under this process.
    if (isRefusedLogin(error)) parts.accessBook.forget(call.orgId);
    throw error;
  } finally {
    leave();
  }
}

function onConnection<Value>(
  parts: TeamCallParts,
  call: TeamCall<Value>,
  access: TeamAccess,
): Promise<Value> {
  const { limits, adminPool } = parts;
  const timeoutMs = call.isReadOnly ? limits.readTimeoutMs : limits.writeTimeoutMs;
  const plan = {
    role: access.names[call.role],
    url: call.role === "reader" ? access.readerUrl : access.writerUrl,
    adminPool,
    deadlineMs: timeoutMs + limits.graceMs,
    maxReceivedBytes: limits.maxReceivedBytes,
    signal: call.signal,
  };
  return withTeamConnection(plan, async (connection) => {
    await beginTransaction(connection, {
      schema: access.names.schema,
      isReadOnly: call.isReadOnly,
      timeoutMs,
      lockTimeoutMs: limits.lockTimeoutMs,
    });
    return call.work(connection, access);
  });
}

/** What the database says while the schema and roles are made is about OpenHive's own rights, not about a statement. */
function toUnready(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error;
  throw new TeamFailure("unavailable", `The team database could not be made ready: ${error.message}.`, {
    suggestion: "Tell the person what the database said; work without it meanwhile.",
    cause: error,
  });
}

function isRefusedLogin(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code ?? "").startsWith("28");
}

/** Keeps a failure that says more, such as a commit whose end is not known. */
function toAborted(error: unknown): TeamFailure {
  return error instanceof TeamFailure
    ? error
    : new TeamFailure("aborted", "The call was stopped.", { cause: error });
}
