import { Client, type Pool, type QueryArrayConfig, type QueryArrayResult } from "pg";
import { TeamFailure } from "./team-failure.ts";

/** How one call reaches the database, and what ends it from outside. */
export interface ConnectionPlan {
  /** The role that has to come out of it; anything else ends the call before a statement ran. */
  readonly role: string;
  /** Address with that role and its password in it. */
  readonly url: string;
  /** Where a statement is ended from when it does not end by itself. */
  readonly adminPool: Pool;
  /** Milliseconds from now until the connection is ended whatever it does. */
  readonly deadlineMs: number;
  readonly maxReceivedBytes: number;
  readonly signal: AbortSignal;
}

/** One connection that serves one call: what a statement does to its session is gone with it. */
export interface TeamConnection {
  /** Runs statements of OpenHive itself. */
  prepare(text: string): Promise<unknown>;
  /**
   * Runs a statement that came from outside by the extended protocol, which takes exactly one. Rows are arrays of the
   * text that PostgreSQL writes, so that no value changes on the way.
   */
  run(text: string, values: readonly unknown[]): Promise<QueryArrayResult<(string | null)[]>>;
}

/** `pg` has this setting; its types do not yet. */
interface ExtendedQuery extends QueryArrayConfig {
  readonly queryMode: "extended";
}

const RAW_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * Opens a connection of its own for `work` and ends it afterwards, whatever happened.
 *
 * A call that is aborted, that passes its deadline or that receives too much is ended twice over: the backend from the
 * admin's side and the socket on this one. `work` then rejects, and this rejects with the `TeamFailure` that says why.
 */
export async function withTeamConnection<Value>(
  plan: ConnectionPlan,
  work: (connection: TeamConnection) => Promise<Value>,
): Promise<Value> {
  const client = new Client({
    connectionString: plan.url,
    application_name: "openhive team database",
    connectionTimeoutMillis: 10_000,
    types: RAW_TEXT,
  });
  // A connection that is cut reports it here as well as to the statement that waits.
  client.on("error", () => undefined);
  const guard = createGuard(client, plan);
  try {
    await client.connect();
    guard.watch(await readBackendId(client, plan.role));
    return await work(toConnection(client));
  } catch (error) {
    // What `work` found out itself says more than why the connection was cut: a commit whose end is not known.
    throw error instanceof TeamFailure ? error : (guard.reason() ?? error);
  } finally {
    guard.end();
    await client.end().catch(() => undefined);
  }
}

function toConnection(client: Client): TeamConnection {
  return {
    prepare: (text) => client.query(text),
    run: (text, values) => {
      const query: ExtendedQuery = { text, values: [...values], rowMode: "array", queryMode: "extended" };
      return client.query<(string | null)[]>(query);
    },
  };
}

async function readBackendId(client: Client, role: string): Promise<number> {
  const sql = "select pg_catalog.pg_backend_pid() as id, session_user as role";
  const row = (await client.query<{ readonly id: string; readonly role: string }>(sql)).rows[0];
  if (row?.role === role) return Number(row.id);
  throw new TeamFailure("unavailable", "The database did not let the org's own role in, but another one.", {
    suggestion: "Tell the person: DATABASE_URL has to name PostgreSQL itself, not a pooler that maps users.",
  });
}

function createGuard(client: Client, plan: ConnectionPlan) {
  let failure: TeamFailure | undefined;
  let backendId: number | undefined;
  let received = 0;

  function cut(code: "aborted" | "timeout" | "result_too_large", message: string, suggestion?: string): void {
    if (failure) return;
    failure = new TeamFailure(code, message, suggestion === undefined ? {} : { suggestion });
    endBackend(plan.adminPool, backendId, plan.role);
    client.connection.stream.destroy();
  }
  const onAbort = () => cut("aborted", "The call was stopped.");
  const onDeadline = () =>
    cut("timeout", "The statement passed its time limit and was ended.", "Narrow it, or split the work.");
  const timer = setTimeout(onDeadline, plan.deadlineMs);
  plan.signal.addEventListener("abort", onAbort, { once: true });
  if (plan.signal.aborted) onAbort();

  return {
    watch(id: number): void {
      backendId = id;
      client.connection.stream.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (received <= plan.maxReceivedBytes) return;
        const limit = `${Math.round(plan.maxReceivedBytes / 1024 / 1024)} MB`;
        cut(
          "result_too_large",
          `The result is larger than ${limit}.`,
          "Select fewer rows or columns, or aggregate.",
        );
      });
    },
    reason: (): TeamFailure | undefined => failure,
    end(): void {
      clearTimeout(timer);
      plan.signal.removeEventListener("abort", onAbort);
    },
  };
}

/** Ends the backend if it still is the org's: process ids are used again. Best effort: the socket is cut anyway. */
function endBackend(adminPool: Pool, backendId: number | undefined, role: string): void {
  if (backendId === undefined) return;
  const sql = "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and usename = $2";
  adminPool.query(sql, [backendId, role]).catch(() => undefined);
}
