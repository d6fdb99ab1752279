import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

const RETRY_MS = 500;

/** What keeps a process on the list of an embedded PostgreSQL's users. */
export interface Presence {
  readonly url: string;
  /** Gives the place up and tells whether this process was the last user. Call it under the folder lock. */
  leave(): Promise<boolean>;
}

interface PresenceOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Starts PostgreSQL again when it died. May reject; it is then called again. */
  readonly revive: () => Promise<void>;
}

/**
 * Keeps one idle connection open for as long as the process uses the database: the operating system closes it when the
 * process dies, so the list of users is never stale.
 *
 * When the connection breaks because PostgreSQL died, PostgreSQL is started again and the place taken again, until
 * `leave` is called.
 */
export async function createPresence(options: PresenceOptions): Promise<Presence> {
  let hasLeft = false;
  let client = await connect();

  async function connect(): Promise<Client> {
    const next = new Client({ connectionString: options.url, keepAlive: true });
    // Without a listener a broken connection would end the process, and it may break as soon as it is there.
    next.on("error", () => undefined);
    await next.connect();
    next.once("end", () => void reconnect());
    return next;
  }

  async function reconnect(): Promise<void> {
    while (!hasLeft) {
      try {
        await options.revive();
        client = await connect();
        return;
      } catch {
        await delay(RETRY_MS);
      }
    }
  }

  return {
    url: options.url,
    async leave() {
      hasLeft = true;
      const isLast = await isLastUser(client, options.applicationName);
      await client.end().catch(() => undefined);
      return isLast;
    },
  };
}

/** Counts presences alone: other connections come and go, and each belongs to a process that has one. */
async function isLastUser(client: Client, applicationName: string): Promise<boolean> {
  const query = `SELECT count(*)::int AS others FROM pg_stat_activity
    WHERE application_name ~ '^openhive.*-[0-9]+$' AND application_name <> $1`;
  try {
    const answer = await client.query<{ others: number }>(query, [applicationName]);
    return answer.rows[0]?.others === 0;
  } catch {
    // A server that does not answer us may serve others: it is left alone.
    return false;
  }
}
