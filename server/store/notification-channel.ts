import { Client } from "pg";
import { toOutage } from "./to-outage.ts";

const CHANNEL = "openhive";
/** Key of the advisory lock that everybody who hears the channel shares. */
const LOCK = [0x4f4c, 0] as const;
/**
 * Says that this connection hears the channel, and asks whether another one does. Whoever comes later finds this one's lock, and
 * whoever came before is found: between two that come at once, each hears what the other says first.
 */
const ANYONE_ELSE = `with l as materialized (select pg_try_advisory_lock_shared($1, $2))
select exists (select 1 from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2
  and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()) as is from l`;
const RETRY = 1_000;
/** Milliseconds after which a connection that does not answer counts as lost. */
const SILENCE = 15_000;

/** One connection that hears and sends on OpenHive's channel, and comes back when it is lost. */
export interface NotificationChannel {
  /** What cannot be sent now is dropped: a notification is never the truth. */
  send(payload: string): void;
  /** Sends what is under way, then closes. */
  close(): Promise<void>;
}

export interface NotificationChannelOptions {
  readonly url: string;
  readonly applicationName: string;
  hear(payload: string): void;
  /** Told once it hears the channel, whenever it begins to: whether anybody else does. */
  connected?(isAnyoneElse: boolean): void;
  /** The connection was lost and is back. */
  reconnected(): void;
  /** Milliseconds between attempts to connect again. */
  readonly retryDelay?: number;
  /** Milliseconds after which a connection that does not answer counts as lost. */
  readonly silence?: number;
}

/** A connection that swallows a ring hears none either: it is ended, and comes back like any that was lost. */
async function ring(client: Client, payload: string): Promise<void> {
  try {
    await client.query("select pg_notify($1, $2)", [CHANNEL, payload]);
  } catch (error) {
    if (toOutage(error) !== error) client.connection.stream.destroy();
  }
}

export async function openNotificationChannel(
  options: NotificationChannelOptions,
): Promise<NotificationChannel> {
  let client: Client | undefined;
  let isClosed = false;
  let retrying: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  const connect = async (): Promise<void> => {
    const next = new Client({
      connectionString: options.url,
      application_name: options.applicationName,
      keepAlive: true,
      connectionTimeoutMillis: options.silence ?? SILENCE,
      query_timeout: options.silence ?? SILENCE,
    });
    next.on("error", () => undefined);
    next.on("end", () => {
      // A connection that never came to be ends as well: whoever tried it tries again.
      if (client !== next) return;
      client = undefined;
      retry();
    });
    next.on("notification", ({ payload }) => options.hear(payload ?? ""));
    let isAnyoneElse = true;
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      const { rows } = await next.query<{ is: boolean }>(ANYONE_ELSE, [...LOCK]);
      isAnyoneElse = rows[0]?.is ?? true;
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    options.connected?.(isAnyoneElse);
  };
  /** One attempt at a time: two that each led to two would be thousands within a minute. */
  const retry = (): void => {
    if (isClosed || retrying) return;
    retrying = setTimeout(() => {
      retrying = undefined;
      connect().then(options.reconnected, retry);
    }, options.retryDelay ?? RETRY).unref();
  };

  await connect();
  return {
    send(payload) {
      // One after the other: a connection runs one statement at a time.
      sending = sending.then(() => client && ring(client, payload)).catch(() => undefined);
    },
    async close() {
      isClosed = true;
      clearTimeout(retrying);
      await sending;
      await client?.end();
    },
  };
}
