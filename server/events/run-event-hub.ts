import { EventEmitter, on } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { RunId } from "../contract/ids.ts";
import type { RunChange, RunEvent, RunSignal, TextDelta } from "../contract/run-event.ts";
import { StoreUnavailableError } from "../engine/ports.ts";
import { createChangeFeed } from "./change-feed.ts";
import { createStreamedTexts, type StreamedTexts } from "./streamed-texts.ts";

/** Reads committed events back; gapless and in order. */
export interface EventLog {
  readEvents(runId: RunId, afterSeq: number, limit: number): Promise<readonly RunEvent[]>;
  /** Text of model calls that go on right now, up to a second old. */
  readDrafts(runId: RunId): Promise<readonly TextDelta[]>;
}

/** Hands what happens in runs to whoever follows them in this process. */
export interface RunEventHub {
  /** Events that were just committed, by this process. */
  publish(events: readonly RunEvent[]): void;
  publishDelta(delta: TextDelta): void;
  /** Another process committed something in this run: followers read it from the log. */
  ring(runId: RunId): void;
  /** Anything may have been missed: every follower reads on. */
  ringAll(): void;
  /** Tells that something changed in any run, at most a few times a second. */
  followChanges(signal: AbortSignal): AsyncIterable<RunChange>;
  /** Whether anyone here follows the run. */
  isFollowed(runId: RunId): boolean;
  /** Readers that follow a run here. */
  followers(): number;
  /**
   * Every event after `afterSeq`, once each and in order, then what comes, with deltas in between; ends after
   * `run.finished` or when `signal` aborts. The log is the truth: what is pushed only saves reading it.
   */
  follow(runId: RunId, afterSeq: number, signal: AbortSignal): AsyncIterable<RunSignal>;
}

const PAGE = 1_000;
/** Milliseconds between attempts to read while the store is away. */
const RETRY = 500;

type Pushed = readonly RunEvent[] | TextDelta | "ring";

export function createRunEventHub(log: EventLog): RunEventHub {
  const emitter = new EventEmitter().setMaxListeners(0);
  const texts = createStreamedTexts();
  const changes = createChangeFeed();
  const emit = (runId: string, pushed: Pushed) => emitter.emit(runId, pushed);
  return {
    publish(events) {
      for (const event of events) texts.see(event);
      const first = events[0];
      if (!first) return;
      emit(first.runId, events);
      changes.note(events);
    },
    publishDelta(delta) {
      texts.hear(delta);
      emit(delta.runId, delta);
    },
    ring(runId) {
      emit(runId, "ring");
      changes.note();
    },
    ringAll() {
      // Whoever listens through `on` listens for "error" too, and would end at one.
      for (const runId of emitter.eventNames())
        if (runId !== "error") emitter.emit(runId, "ring" satisfies Pushed);
      changes.note();
    },
    followChanges: changes.follow,
    followers: () =>
      emitter
        .eventNames()
        .reduce((sum, runId) => sum + (runId === "error" ? 0 : emitter.listenerCount(runId)), 0),
    isFollowed: (runId) => emitter.listenerCount(runId) > 0,
    follow: (runId, afterSeq, signal) => followRun({ log, texts, emitter, runId, signal }, afterSeq),
  };
}

interface Following {
  readonly log: EventLog;
  readonly texts: StreamedTexts;
  readonly emitter: EventEmitter;
  readonly runId: RunId;
  readonly signal: AbortSignal;
}

/** How far a follower has seen the run. */
interface Cursor {
  seen: number;
  isOver: boolean;
}

async function* followRun(following: Following, afterSeq: number): AsyncGenerator<RunSignal> {
  const { emitter, runId, signal } = following;
  if (signal.aborted) return;
  // Listening starts before the first read, so that nothing falls between the two.
  const pushes = on(emitter, runId, { signal }) as AsyncIterableIterator<[Pushed]>;
  const cursor: Cursor = { seen: afterSeq, isOver: false };
  try {
    yield* readOn(following, cursor);
    if (!cursor.isOver) yield* await textsSoFar(following);
    while (!cursor.isOver) {
      const next = await pushes.next();
      if (next.done) return;
      yield* takePush(following, cursor, next.value[0]);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await pushes.return?.();
  }
}

/** What this process heard itself is newest; for sessions it heard nothing of there is the draft. */
async function textsSoFar({ log, texts, runId }: Following): Promise<readonly TextDelta[]> {
  const drafts = await log.readDrafts(runId);
  const heard = texts.of(runId);
  const known = new Set(heard.map((text) => text.sessionId));
  return [...heard, ...drafts.filter((draft) => !known.has(draft.sessionId))];
}

async function* takePush(following: Following, cursor: Cursor, pushed: Pushed): AsyncGenerator<RunSignal> {
  if (pushed !== "ring" && !isBatch(pushed)) yield pushed;
  else if (isBatch(pushed) && pushed[0]?.seq === cursor.seen + 1) yield* takeNew(cursor, pushed);
  else yield* readOn(following, cursor);
}

/** Reads what is new. While the store is away it waits: whoever follows a run sees a pause and no gap. */
async function* readOn({ log, runId, signal }: Following, cursor: Cursor): AsyncGenerator<RunEvent> {
  for (;;) {
    try {
      yield* takeNew(cursor, readFrom(log, runId, cursor.seen));
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await delay(RETRY, undefined, { signal });
    }
  }
}

/** Passes on what the follower has not seen yet, up to the end of the run. */
async function* takeNew(
  cursor: Cursor,
  events: Iterable<RunEvent> | AsyncIterable<RunEvent>,
): AsyncGenerator<RunEvent> {
  for await (const event of events) {
    if (event.seq <= cursor.seen) continue;
    yield event;
    cursor.seen = event.seq;
    cursor.isOver = event.type === "run.finished";
    if (cursor.isOver) return;
  }
}

function isBatch(pushed: Pushed): pushed is readonly RunEvent[] {
  return Array.isArray(pushed);
}

async function* readFrom(log: EventLog, runId: RunId, afterSeq: number): AsyncGenerator<RunEvent> {
  let seen = afterSeq;
  for (;;) {
    const page = await log.readEvents(runId, seen, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    seen = last.seq;
  }
}
