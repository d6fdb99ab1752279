import { EventEmitter } from "node:events";
import { toEventPage } from "../contract/event-page.ts";
import type { RunId } from "../contract/ids.ts";
import type { RunChange, RunEvent, RunSignal, TextDelta } from "../contract/run-event.ts";
import { type BegunRuns, createBegunRuns } from "./begun-runs.ts";
import { createChangeFeed } from "./change-feed.ts";
import { Inbox } from "./inbox.ts";
import { FIRST_PAGE, pageOf } from "./page-size.ts";
import { readPast, type WrittenLog } from "./read-past.ts";
import { readPatiently } from "./read-patiently.ts";
import { createStreamedTexts, type StreamedTexts } from "./streamed-texts.ts";

/** Reads committed events back; gapless and in order. */
export interface EventLog extends WrittenLog {
  readEvents(runId: RunId, afterSeq: number, limit: number): Promise<readonly RunEvent[]>;
  /** The number of the last event of each of these runs; runs that are gone are left out. */
  lastSeqs(runIds: readonly RunId[]): Promise<ReadonlyMap<RunId, number>>;
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
  /** Anything may have been missed: one look at the log, and followers of runs that went further read on. */
  ringAll(): void;
  /** Tells at once that anything may have changed in any run, and then at most a few times a second that something did. */
  followChanges(signal: AbortSignal): AsyncIterable<RunChange>;
  /** Whether the run is there for certain: it began here a moment ago. */
  isKnown(runId: RunId): boolean;
  /** Whether anyone here follows the run. */
  isFollowed(runId: RunId): boolean;
  /** Every event that the run has by now, in order and as JSON of an `EventPage` each, and then no more. */
  readPast(runId: RunId, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Readers that follow a run here. */
  followers(): number;
  /**
   * Every event after `afterSeq`, once each and in order, then what comes, with deltas in between; ends after
   * `run.finished` or when `signal` aborts. In lists of what was read or committed together: of a long past each event would
   * be handed on by itself through everything that stands between the log and the reader. The log is the truth: what is pushed
   * only saves reading it.
   */
  follow(runId: RunId, afterSeq: number, signal: AbortSignal): AsyncIterable<readonly RunSignal[]>;
}

/** Milliseconds that a push waits for one before it, which was committed earlier and comes later, until both are read. */
const EARLY = 20;

/** Pushes that wait for a follower who takes none, before they are dropped: it reads the log instead, when it is back. */
const MOST_WAITING = 1_000;

/** What was committed or said here, a ring, or the number of the run's last event as it stands in the log. */
type Pushed = readonly RunEvent[] | TextDelta | "ring" | number;

export function createRunEventHub(log: EventLog): RunEventHub {
  const emitter = new EventEmitter().setMaxListeners(0);
  const texts = createStreamedTexts();
  const changes = createChangeFeed();
  const begun = createBegunRuns();
  const emit = (runId: string, pushed: Pushed) => emitter.emit(runId, pushed);
  return {
    publish(events) {
      for (const event of events) texts.see(event);
      begun.see(events);
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
      begun.lose(runId);
      emit(runId, "ring");
      changes.note();
    },
    ringAll() {
      begun.loseAll();
      changes.note();
      void lookForAll(log, emitter);
    },
    followChanges: changes.follow,
    followers: () => emitter.eventNames().reduce((sum, runId) => sum + emitter.listenerCount(runId), 0),
    isKnown: (runId) => begun.of(runId) !== undefined,
    isFollowed: (runId) => emitter.listenerCount(runId) > 0,
    readPast: (runId, signal) => {
      const known = begun.of(runId);
      return known
        ? once(new TextEncoder().encode(JSON.stringify(toEventPage(known))))
        : readPast(log, runId, signal);
    },
    follow: (runId, afterSeq, signal) => followRun({ log, texts, begun, emitter, runId, signal }, afterSeq),
  };
}

/** Tells every follower how far its run is. What cannot be found out each finds out for itself. Never rejects. */
async function lookForAll(log: EventLog, emitter: EventEmitter): Promise<void> {
  // Every name is the id of a run.
  const followed = emitter.eventNames() as RunId[];
  if (followed.length === 0) return;
  const seqs = await log.lastSeqs(followed).catch(() => new Map<RunId, number>());
  for (const runId of followed) emitter.emit(runId, (seqs.get(runId) ?? "ring") satisfies Pushed);
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value;
}

interface Reading {
  readonly log: EventLog;
  readonly runId: RunId;
  readonly signal: AbortSignal;
}

interface Following extends Reading {
  readonly texts: StreamedTexts;
  readonly begun: BegunRuns;
  readonly emitter: EventEmitter;
}

/** How far a follower has seen the run, and what came too early for it, by the number of its first event. */
interface Cursor {
  seen: number;
  isOver: boolean;
  readonly early: Map<number, readonly RunEvent[]>;
  /** The last turn of each session that is over: its text is told, and streamed text of it comes too late. */
  readonly turns: Map<string, number>;
}

function createCursor(seen: number): Cursor {
  return { seen, isOver: false, early: new Map(), turns: new Map() };
}

async function* followRun(following: Following, afterSeq: number): AsyncGenerator<readonly RunSignal[]> {
  const { signal } = following;
  // Listening starts before the first read, so that nothing falls between the two.
  const { inbox, stop } = listen(following);
  const cursor = createCursor(afterSeq);
  try {
    yield* fromTheStart(following, cursor);
    while (!cursor.isOver && !signal.aborted) {
      const taken = take(following, cursor, await inbox.next(patienceOf(cursor)));
      if (taken) yield taken;
      else yield* readOn(following, cursor);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop();
  }
}

function listen({ emitter, runId, signal }: Following) {
  const inbox = new Inbox<Pushed>();
  const push = (pushed: Pushed): void => {
    const isLate = inbox.size >= MOST_WAITING;
    if (isLate) inbox.clear();
    inbox.push(isLate ? "ring" : pushed);
  };
  const close = (): void => inbox.close();
  emitter.on(runId, push);
  signal.addEventListener("abort", close, { once: true });
  const stop = (): void => {
    emitter.off(runId, push);
    signal.removeEventListener("abort", close);
  };
  return { inbox, stop };
}

function patienceOf({ early }: Cursor): number | undefined {
  return early.size > 0 ? EARLY : undefined;
}

/** What is to be passed on now. Undefined: it has to be read, as after a ring, or because what came early waited long enough. */
function take(
  { signal }: Following,
  cursor: Cursor,
  pushed: Pushed | undefined,
): readonly RunSignal[] | undefined {
  if (signal.aborted) return [];
  if (pushed === undefined || pushed === "ring") return undefined;
  if (typeof pushed === "number") return pushed > cursor.seen ? undefined : [];
  if (isBatch(pushed)) return takePush(cursor, pushed);
  return pushed.turn > (cursor.turns.get(pushed.sessionId) ?? 0) ? [pushed] : [];
}

async function* fromTheStart(following: Following, cursor: Cursor): AsyncGenerator<readonly RunSignal[]> {
  const { begun, texts, runId, signal } = following;
  if (signal.aborted) return;
  const known = begun.of(runId);
  if (known) {
    yield takeNew(cursor, known);
    yield texts.of(runId);
    return;
  }
  yield* readOn(following, cursor);
  if (!cursor.isOver) yield await textsSoFar(following);
}

/** What this process heard itself is newest; for sessions it heard nothing of there is the draft. */
async function textsSoFar({ log, texts, runId }: Following): Promise<readonly TextDelta[]> {
  const drafts = await log.readDrafts(runId);
  const heard = texts.of(runId);
  const known = new Set(heard.map((text) => text.sessionId));
  return [...heard, ...drafts.filter((draft) => !known.has(draft.sessionId))];
}

/** Commits of several connections may be told of in another order than they were made: the follower sees that order all the same. */
function takePush(cursor: Cursor, pushed: readonly RunEvent[]): readonly RunEvent[] {
  const taken: RunEvent[] = [];
  cursor.early.set(pushed[0]?.seq ?? 0, pushed);
  for (const [first, events] of cursor.early) {
    if (first > cursor.seen + 1) continue;
    cursor.early.delete(first);
    taken.push(...takeNew(cursor, events));
  }
  const next = cursor.early.get(cursor.seen + 1);
  return next && !cursor.isOver ? [...taken, ...takePush(cursor, next)] : taken;
}

/**
 * Reads what is new; the next page comes while this one is handed on. While the store is away it waits: whoever follows a run
 * sees a pause and no gap.
 */
async function* readOn(following: Following, cursor: Cursor): AsyncGenerator<readonly RunEvent[]> {
  let asked: Asked | undefined = ask(following, { afterSeq: cursor.seen, limit: FIRST_PAGE });
  while (asked) {
    const page: readonly RunEvent[] = await asked.page;
    asked = askOn(following, page, asked.limit);
    for (const event of page) following.texts.seeLogged(event);
    yield takeNew(cursor, page);
  }
  for (const first of cursor.early.keys()) if (first <= cursor.seen) cursor.early.delete(first);
}

interface Asked {
  readonly limit: number;
  readonly page: Promise<readonly RunEvent[]>;
}

function ask({ log, runId, signal }: Reading, { afterSeq, limit }: PageWanted): Asked {
  const page = readPatiently(signal, () => log.readEvents(runId, afterSeq, limit));
  // Who leaves meanwhile does not wait for it.
  page.catch(() => undefined);
  return { limit, page };
}

/** Asks for what is behind a page; undefined where it was the last. */
function askOn(reading: Reading, page: readonly RunEvent[], limit: number): Asked | undefined {
  const last = page.length === limit ? page.at(-1) : undefined;
  if (!last || last.type === "run.finished") return undefined;
  return ask(reading, { afterSeq: last.seq, limit: pageOf(weigh(page)) });
}

/** Events that are weighed for all of a page. */
const WEIGHED = 16;

/** Characters of JSON of an event of this page, about. */
function weigh(page: readonly RunEvent[]): number {
  const step = Math.max(1, Math.floor(page.length / WEIGHED));
  const weighed = page.filter((_event, index) => index % step === 0);
  return JSON.stringify(weighed).length / weighed.length;
}

interface PageWanted {
  readonly afterSeq: number;
  readonly limit: number;
}

/** What the follower has not seen yet, up to the end of the run. */
function takeNew(cursor: Cursor, events: readonly RunEvent[]): readonly RunEvent[] {
  const fresh = events.filter((event) => event.seq > cursor.seen);
  const end = fresh.findIndex((event) => event.type === "run.finished");
  const taken = end < 0 ? fresh : fresh.slice(0, end + 1);
  cursor.seen = taken.at(-1)?.seq ?? cursor.seen;
  cursor.isOver ||= end >= 0;
  for (const event of taken)
    if (event.type === "turn.finished") cursor.turns.set(event.sessionId ?? "", event.turn);
  return taken;
}

function isBatch(pushed: Pushed): pushed is readonly RunEvent[] {
  return Array.isArray(pushed);
}
