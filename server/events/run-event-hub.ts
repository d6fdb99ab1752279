import { EventEmitter, on } from "node:events";
import type { RunId } from "../contract/ids.ts";
import type { RunEvent, RunSignal, TextDelta } from "../contract/run-event.ts";

/** Reads committed events back; gapless and in order. */
export interface EventLog {
  readEvents(runId: RunId, afterSeq: number, limit: number): Promise<readonly RunEvent[]>;
  /** Text of model calls that go on right now, for those who join in mid-message. */
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
  /** Whether anyone here follows the run. */
  isFollowed(runId: RunId): boolean;
  /**
   * Every event after `afterSeq`, once each and in order, then what comes, with deltas in between; ends after
   * `run.finished` or when `signal` aborts. The log is the truth: what is pushed only saves reading it.
   */
  follow(runId: RunId, afterSeq: number, signal: AbortSignal): AsyncIterable<RunSignal>;
}

const PAGE = 500;

type Pushed = readonly RunEvent[] | TextDelta | "ring";

export function createRunEventHub(log: EventLog): RunEventHub {
  const emitter = new EventEmitter().setMaxListeners(0);
  const emit = (runId: string, pushed: Pushed) => emitter.emit(runId, pushed);
  return {
    publish(events) {
      const first = events[0];
      if (first) emit(first.runId, events);
    },
    publishDelta: (delta) => void emit(delta.runId, delta),
    ring: (runId) => void emit(runId, "ring"),
    ringAll() {
      for (const runId of emitter.eventNames()) emitter.emit(runId, "ring" satisfies Pushed);
    },
    isFollowed: (runId) => emitter.listenerCount(runId) > 0,
    follow: (runId, afterSeq, signal) => followRun({ log, emitter, runId, signal }, afterSeq),
  };
}

interface Following {
  readonly log: EventLog;
  readonly emitter: EventEmitter;
  readonly runId: RunId;
  readonly signal: AbortSignal;
}

async function* followRun({ log, emitter, runId, signal }: Following, afterSeq: number): AsyncGenerator<RunSignal> {
  if (signal.aborted) return;
  // Listening starts before the first read, so that nothing falls between the two.
  const pushes = on(emitter, runId, { signal }) as AsyncIterableIterator<[Pushed]>;
  let seen = afterSeq;
  try {
    for await (const event of readFrom(log, runId, seen)) {
      yield event;
      seen = event.seq;
      if (event.type === "run.finished") return;
    }
    for (const draft of await log.readDrafts(runId)) yield draft;
    for await (const [pushed] of pushes) {
      if (pushed !== "ring" && !isBatch(pushed)) {
        yield pushed;
        continue;
      }
      for await (const event of isBatch(pushed) && pushed[0]?.seq === seen + 1 ? pushed : readFrom(log, runId, seen)) {
        if (event.seq <= seen) continue;
        yield event;
        seen = event.seq;
        if (event.type === "run.finished") return;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await pushes.return?.();
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
