import { Client } from "pg";

const CHANNEL = "openhive";
/** Milliseconds between attempts to connect again. */
const RETRY = 1_000;

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
  /** The connection was lost and is back. */
  reconnected(): void;
}

export async function openNotificationChannel(
  options: NotificationChannelOptions,
): Promise<NotificationChannel> {
  let client: Client | undefined;
  let isClosed = false;
  let sending: Promise<unknown> = Promise.resolve();

  const connect = async (): Promise<void> => {
    const next = new Client({
      connectionString: options.url,
      application_name: options.applicationName,
      keepAlive: true,
    });
    next.on("error", () => undefined);
    next.on("end", () => {
      client = undefined;
      if (!isClosed) setTimeout(reconnect, RETRY).unref();
    });
    next.on("notification", ({ payload }) => options.hear(payload ?? ""));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };
  const reconnect = (): void => {
    if (isClosed) return;
    connect().then(options.reconnected, () => setTimeout(reconnect, RETRY).unref());
  };

  await connect();
  return {
    send(payload) {
      // One after the other: a connection runs one statement at a time.
      sending = sending
        .then(() => client?.query("select pg_notify($1, $2)", [CHANNEL, payload]))
        .catch(() => undefined);
    },
    async close() {
      isClosed = true;
      await sending;
      await client?.end();
    },
  };
}
