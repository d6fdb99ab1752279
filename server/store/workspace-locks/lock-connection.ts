import { Client } from "pg";
import { codeOf } from "../../contract/error-code.ts";

/** A connection that holds locks and is asked one thing after the other. */
export interface LockConnection {
  /** What the statement says; null where it says nothing. Rejects when the connection is gone: it is for good then. */
  ask(text: string, values: readonly unknown[]): Promise<boolean | null>;
  /** Aborts when the connection is gone, and every lock with it. */
  readonly lost: AbortSignal;
  close(): void;
}

/** Milliseconds after which a database that does not answer counts as gone. */
const SILENCE = 30_000;
/**
 * Milliseconds without a word after which the database ends the connection: the process hangs or is frozen, and what it held is free.
 * Who holds something speaks three times as often.
 */
export const IDLE = 60_000;
/** First half of the advisory lock key that says for which worker a connection holds locks. */
export const HOLDER_CLASS = 0x4f58;

export interface LockConnectionOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Milliseconds. Absent: a minute. */
  readonly idle?: number | undefined;
}

/** @param worker whose connection it is: it is ended when that worker is given up */
export async function openLockConnection(
  { url, applicationName, idle = IDLE }: LockConnectionOptions,
  worker: number,
): Promise<LockConnection> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: SILENCE,
    query_timeout: SILENCE,
  });
  const end = new AbortController();
  const close = (): void => {
    if (end.signal.aborted) return;
    end.abort(new Error("The connection to the database that held the lock is gone."));
    // Not in order: where nobody answers, a farewell would wait for ever.
    client.connection.stream.destroy();
  };
  client.on("error", close);
  client.on("end", close);
  let last: Promise<unknown> = Promise.resolve();
  const ask: LockConnection["ask"] = (text, values) => {
    const answer = last.then(() => askNow(text, values));
    last = answer.catch(() => undefined);
    return answer;
  };
  const askNow: LockConnection["ask"] = async (text, values) => {
    try {
      const { rows } = await client.query<{ readonly is: boolean | null }>(text, [...values]);
      return rows[0]?.is ?? null;
    } catch (error) {
      // Also where it only took too long: whatever it answers later, nobody would know of the lock.
      close();
      throw error;
    }
  };
  try {
    await client.connect();
    // PostgreSQL before 14 has no such limit: there a frozen process keeps what it holds until its worker is given up.
    await client.query(`set idle_session_timeout = ${Math.round(idle)}`).catch(refuseLoss);
    await ask("select pg_try_advisory_lock_shared($1, $2) as is", [HOLDER_CLASS, worker]);
  } catch (error) {
    close();
    throw error;
  }
  return { ask, lost: end.signal, close };
}

/** As PostgreSQL calls a setting that it does not know. */
const UNKNOWN_SETTING = "42704";

function refuseLoss(error: unknown): void {
  if (codeOf(error) !== UNKNOWN_SETTING) throw error;
}
