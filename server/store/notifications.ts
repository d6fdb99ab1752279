import { z } from "zod";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { TextDelta } from "../contract/run-event.ts";
import { type NotificationChannel, openNotificationChannel } from "./notification-channel.ts";

/** PostgreSQL refuses payloads of 8,000 bytes. */
const MOST_BYTES = 7_500;
/** Ids of sessions that fit into one. */
const MOST_SESSIONS = 150;
/** Milliseconds over which rings of one run are gathered: a doorbell needs no more. */
const GATHER = 20;
/** Milliseconds after which everybody looks for themselves, should a ring be lost on the way. */
const LOOK = 10_000;

/** Milliseconds for which a process counts as there after it was last heard. */
const THERE = 3.5 * LOOK;
/** Milliseconds after connecting in which others may be there that have not answered yet. */
const SETTLE = 3_000;

const payloadSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("here"), from: z.string() }),
  z.object({ type: z.literal("committed"), from: z.string(), runId: z.string() }),
  z.object({ type: z.literal("stopped"), from: z.string(), runId: z.string() }),
  z.object({ type: z.literal("stopped-sessions"), from: z.string(), sessions: z.array(z.string()) }),
  z.object({ type: z.literal("rules"), from: z.string() }),
  z.object({ type: z.literal("providers"), from: z.string() }),
  // Rung by the database itself, where slots become free.
  z.object({ type: z.literal("slot"), from: z.string(), worker: z.number(), sessionId: z.string() }),
  z.object({
    type: z.literal("delta"),
    from: z.string(),
    delta: z.object({
      type: z.literal("text.delta"),
      runId: z.string(),
      sessionId: z.string(),
      turn: z.number(),
      offset: z.number(),
      text: z.string(),
    }),
  }),
]);
type Payload = z.output<typeof payloadSchema>;

export interface NotificationHandlers {
  committed(runId: RunId): void;
  stopped(runId: RunId): void;
  stoppedSessions(sessions: readonly SessionId[]): void;
  /** Who may call what was changed elsewhere. */
  rulesChanged(): void;
  /** A provider of models was saved or removed elsewhere. */
  providersChanged(): void;
  delta(delta: TextDelta): void;
  /** A session that this worker queued has room now. */
  slotFree(worker: number, sessionId: SessionId): void;
  /** The connection was lost and is back, or some time went by: read what may have been missed. */
  mayHaveMissed(): void;
}

/**
 * The doorbell between processes on one database. Never the truth: whoever misses a ring reads the same rows later. A process
 * that is alone rings nobody: each ring is a commit. Processes say every few seconds that they are there, and at once to
 * one that is new.
 */
export interface Notifications {
  committed(runId: RunId): void;
  stopped(runId: RunId): void;
  stoppedSessions(sessions: readonly SessionId[]): void;
  rulesChanged(): void;
  providersChanged(): void;
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
  const { url, applicationName, processId, handlers } = options;
  const sayHere = (): void => send({ type: "here", from: processId });
  const others = createOthers(sayHere);
  // Others may ring while it is being opened.
  let channel: NotificationChannel | undefined;
  channel = await openNotificationChannel({
    url,
    applicationName,
    hear: (payload) => hear(payload, { processId, handlers, others }),
    connected: (isAnyoneElse) => others.settle(isAnyoneElse),
    reconnected: handlers.mayHaveMissed,
  });
  const rings = new Set<RunId>();
  let timer: NodeJS.Timeout | undefined;
  const looking = setInterval(() => {
    sayHere();
    handlers.mayHaveMissed();
  }, LOOK).unref();

  function send(payload: Payload): void {
    const text = JSON.stringify(payload);
    if (Buffer.byteLength(text) <= MOST_BYTES) channel?.send(text);
  }
  const ringAll = (): void => {
    timer = undefined;
    for (const runId of rings) send({ type: "committed", from: processId, runId });
    rings.clear();
  };
  sayHere();

  return {
    committed(runId) {
      if (!others.areThere()) return;
      rings.add(runId);
      timer ??= setTimeout(ringAll, GATHER);
    },
    stopped: (runId) => send({ type: "stopped", from: processId, runId }),
    rulesChanged: () => send({ type: "rules", from: processId }),
    providersChanged: () => send({ type: "providers", from: processId }),
    stoppedSessions(sessions) {
      for (let start = 0; start < sessions.length; start += MOST_SESSIONS) {
        send({
          type: "stopped-sessions",
          from: processId,
          sessions: sessions.slice(start, start + MOST_SESSIONS),
        });
      }
    },
    delta(delta) {
      if (others.areThere()) send({ type: "delta", from: processId, delta });
    },
    async close() {
      clearInterval(looking);
      clearTimeout(timer);
      ringAll();
      await channel?.close();
    },
  };
}

/** Which other processes are there, as far as was heard. */
interface Others {
  areThere(): boolean;
  heard(processId: string): void;
  /** Connected just now: says so, and if anyone is there takes it that they are until they had time to answer. */
  settle(isAnyoneElse: boolean): void;
}

function createOthers(sayHere: () => void): Others {
  const heardAt = new Map<string, number>();
  let settledAt = 0;
  return {
    areThere() {
      const now = performance.now();
      if (now < settledAt) return true;
      for (const [processId, at] of heardAt) {
        if (now - at < THERE) return true;
        heardAt.delete(processId);
      }
      return false;
    },
    heard(processId) {
      const isNew = !heardAt.has(processId);
      heardAt.set(processId, performance.now());
      if (isNew) sayHere();
    },
    settle(isAnyoneElse) {
      settledAt = isAnyoneElse ? performance.now() + SETTLE : 0;
      sayHere();
    },
  };
}

interface Ears extends Pick<NotificationOptions, "processId" | "handlers"> {
  readonly others: Others;
}

function hear(text: string, { processId, handlers, others }: Ears): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success || parsed.data.from === processId) return;
  const payload = parsed.data;
  others.heard(payload.from);
  if (payload.type === "here") return;
  if (payload.type === "committed") handlers.committed(payload.runId as RunId);
  else if (payload.type === "stopped") handlers.stopped(payload.runId as RunId);
  else if (payload.type === "stopped-sessions") handlers.stoppedSessions(payload.sessions as SessionId[]);
  else if (payload.type === "rules") handlers.rulesChanged();
  else if (payload.type === "providers") handlers.providersChanged();
  else if (payload.type === "slot") handlers.slotFree(payload.worker, payload.sessionId as SessionId);
  else handlers.delta(payload.delta as TextDelta);
}
