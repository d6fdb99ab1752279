import { Client } from "pg";
import { z } from "zod";
import type { RunId } from "../contract/ids.ts";
import type { TextDelta } from "../contract/run-event.ts";

const CHANNEL = "openhive";
/** PostgreSQL refuses payloads of 8,000 bytes. */
const MOST_BYTES = 7_500;
/** Milliseconds over which rings of one run are gathered: a doorbell needs no more. */
const GATHER = 20;
const RETRY = 1_000;

const payloadSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("committed"), from: z.string(), runId: z.string() }),
  z.object({ type: z.literal("stopped"), from: z.string(), runId: z.string() }),
  z.object({
    type: z.literal("delta"),
    from: z.string(),
    delta: z.object({ type: z.literal("text.delta"), runId: z.string(), sessionId: z.string(), turn: z.number(), offset: z.number(), text: z.string() }),
  }),
]);
type Payload = z.output<typeof payloadSchema>;

export interface NotificationHandlers {
  committed(runId: RunId): void;
  stopped(runId: RunId): void;
  delta(delta: TextDelta): void;
  /** The connection was lost and is back: anything may have been missed. */
  reconnected(): void;
}

/** The doorbell between processes on one database. Never the truth: whoever misses a ring reads the same rows later. */
export interface Notifications {
  committed(runId: RunId): void;
  stopped(runId: RunId): void;
  delta(delta: TextDelta): void;
  close(): Promise<void>;
}

export interface NotificationOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Names this process, so that it does not hear itself. */
  readonly processId: string;
  readonly handlers: NotificationHandlers;
}

export async function openNotifications(options: NotificationOptions): Promise<Notifications> {
  const { processId, handlers } = options;
  let client: Client | undefined;
  let isClosed = false;
  const rings = new Set<RunId>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: options.url, application_name: options.applicationName, keepAlive: true });
    next.on("error", () => undefined);
    next.on("end", () => {
      client = undefined;
      if (!isClosed) setTimeout(reconnect, RETRY).unref();
    });
    next.on("notification", ({ payload }) => hear(payload ?? "", { processId, handlers }));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };
  const reconnect = (): void => {
    if (isClosed) return;
    connect().then(handlers.reconnected, () => setTimeout(reconnect, RETRY).unref());
  };
  const send = (payload: Payload): void => {
    const text = JSON.stringify(payload);
    if (Buffer.byteLength(text) > MOST_BYTES) return;
    // One after the other: a connection runs one statement at a time.
    sending = sending.then(() => client?.query("select pg_notify($1, $2)", [CHANNEL, text])).catch(() => undefined);
  };
  const ringAll = (): void => {
    timer = undefined;
    for (const runId of rings) send({ type: "committed", from: processId, runId });
    rings.clear();
  };

  await connect();
  return {
    committed(runId) {
      rings.add(runId);
      timer ??= setTimeout(ringAll, GATHER);
    },
    stopped: (runId) => send({ type: "stopped", from: processId, runId }),
    delta: (delta) => send({ type: "delta", from: processId, delta }),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await sending;
      await client?.end();
    },
  };
}

function hear(text: string, { processId, handlers }: Pick<NotificationOptions, "processId" | "handlers">): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success || parsed.data.from === processId) return;
  const payload = parsed.data;
  switch (payload.type) {
    case "committed":
      return handlers.committed(payload.runId as RunId);
    case "stopped":
      return handlers.stopped(payload.runId as RunId);
    case "delta":
      return handlers.delta(payload.delta as TextDelta);
  }
}
