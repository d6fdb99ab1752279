import { expect, test } from "vitest";
import { toEventPage, toEvents } from "../contract/event-page.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunEvent, RunSignal, TextDelta } from "../contract/run-event.ts";
import { createRunEventHub } from "./run-event-hub.ts";

const runId = "run" as RunId;
const event = (seq: number): RunEvent => ({
  type: "session.resumed",
  runId,
  seq,
  at: "2026-01-01T00:00:00.000Z",
});
const last = (seq: number): RunEvent => ({
  type: "run.finished",
  status: "completed",
  answer: "",
  runId,
  seq,
  at: "2026-01-01T00:00:00.000Z",
});
const delta: TextDelta = {
  type: "text.delta",
  runId,
  sessionId: "s" as SessionId,
  turn: 1,
  offset: 0,
  text: "hi",
};

/** The end of the turn whose text is streamed. */
const endOfTurn = (seq: number): RunEvent => ({
  ...event(seq),
  sessionId: delta.sessionId,
  type: "turn.finished",
  turn: delta.turn,
  message: { role: "assistant", text: delta.text, calls: [] },
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: 0 },
  durationMs: 1,
  firstTextMs: 1,
});

const written = (events: readonly RunEvent[]) => ({
  json: Buffer.from(JSON.stringify(toEventPage(events))),
  count: events.length,
  lastSeq: events.at(-1)?.seq ?? 0,
});

/** What a log answers that holds nothing. */
const nothing = {
  readWritten: async () => written([]),
  lastSeqs: async () => new Map(),
  readDrafts: async () => [],
};

/** The numbers of the events of a past. */
async function seqsOf(past: AsyncIterable<Uint8Array>): Promise<readonly number[]> {
  const lists: (readonly RunEvent[])[] = [];
  for await (const json of past) lists.push(toEvents(runId, JSON.parse(Buffer.from(json).toString())));
  return lists.flat().map(({ seq }) => seq);
}

/** A log that holds what was committed, and a hub over it. */
function createDesk(drafts: readonly TextDelta[] = []) {
  const committed: RunEvent[] = [];
  const page = (afterSeq: number, limit: number) =>
    committed.filter((row) => row.seq > afterSeq).slice(0, limit);
  const hub = createRunEventHub({
    ...nothing,
    readEvents: async (_runId, afterSeq, limit) => page(afterSeq, limit),
    readWritten: async (_runId, afterSeq, limit) => written(page(afterSeq, limit)),
    lastSeqs: async (runIds) => new Map(runIds.map((id) => [id, committed.at(-1)?.seq ?? 0])),
    readDrafts: async () => drafts,
  });
  const commit = (...events: RunEvent[]): void => void committed.push(...events);
  return { hub, commit };
}

function collect(lists: AsyncIterable<readonly RunSignal[]>) {
  const seen: (number | string)[] = [];
  const done = (async () => {
    for await (const list of lists)
      for (const signal of list) seen.push(signal.type === "text.delta" ? signal.text : signal.seq);
  })();
  return { seen, done };
}
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

test("a follower gets what was there, then what comes, and is done with the run", async () => {
  const { hub, commit } = createDesk();
  commit(event(1), event(2));
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  await until(() => seen.length === 2);
  hub.publishDelta(delta);
  commit(event(3));
  hub.publish([event(3)]);
  commit(last(4));
  hub.publish([last(4)]);
  await done;
  expect(seen).toEqual([1, 2, "hi", 3, 4]);
});

test("the past is all that is stored by now, in order, and comes to an end while the run goes on", async () => {
  const { hub, commit } = createDesk();
  const many = Array.from({ length: 1_200 }, (_, index) => event(index + 1));
  commit(...many);
  const seen = await seqsOf(hub.readPast(runId, new AbortController().signal));
  expect(seen).toEqual(many.map(({ seq }) => seq));
  expect(hub.isFollowed(runId)).toBe(false);
});

test("the past of a run that began here a moment ago is not read", async () => {
  const { hub } = createDesk();
  hub.publish([event(1), event(2)]);
  expect(await seqsOf(hub.readPast(runId, new AbortController().signal))).toEqual([1, 2]);
});

test("a push that was missed is read from the log, and one that comes late is not repeated", async () => {
  const { hub, commit } = createDesk();
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  await until(() => hub.isFollowed(runId));
  commit(event(1), event(2), event(3));
  hub.publish([event(3)]);
  hub.publish([event(1)]);
  hub.publish([event(2)]);
  commit(last(4));
  hub.publish([last(4)]);
  await done;
  expect(seen).toEqual([1, 2, 3, 4]);
});

test("a ring from another process makes followers read on", async () => {
  const { hub, commit } = createDesk();
  const { seen, done } = collect(hub.follow(runId, 1, new AbortController().signal));
  await until(() => hub.isFollowed(runId));
  commit(event(1), event(2));
  hub.ring(runId);
  await until(() => seen.length === 1);
  commit(last(3));
  hub.ringAll();
  await done;
  expect(seen).toEqual([2, 3]);
});

test("more events than one page are all delivered", async () => {
  const { hub, commit } = createDesk();
  commit(...Array.from({ length: 1_234 }, (_, index) => event(index + 1)), last(1_235));
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  await done;
  expect(seen).toEqual(Array.from({ length: 1_235 }, (_, index) => index + 1));
});

test("who joins in mid-message gets the text so far", async () => {
  const { hub, commit } = createDesk([delta]);
  commit(event(1));
  const leaving = new AbortController();
  const { seen, done } = collect(hub.follow(runId, 0, leaving.signal));
  await until(() => seen.length === 2);
  leaving.abort();
  await done;
  expect(seen).toEqual([1, "hi"]);
  expect(hub.isFollowed(runId)).toBe(false);
});

test("a ring for everybody makes every follower read on, and ends none", async () => {
  const { hub, commit } = createDesk();
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  await until(() => hub.isFollowed(runId));
  hub.ringAll();
  commit(event(1));
  hub.ringAll();
  await until(() => seen.length === 1);
  commit(last(2));
  hub.ringAll();
  await done;
  expect(seen).toEqual([1, 2]);
});

test("a look for everybody reads on in the runs that went further, and in those it cannot find out about", async () => {
  const read: string[] = [];
  const seqs = new Map([["done", 1]] as [RunId, number][]);
  const hub = createRunEventHub({
    ...nothing,
    async readEvents(id, afterSeq) {
      read.push(id);
      return afterSeq < (id === "done" ? 1 : 2) ? [{ ...event(afterSeq + 1), runId: id }] : [];
    },
    lastSeqs: async (ids) => new Map([...seqs].filter(([id]) => ids.includes(id))),
  });
  const leaving = new AbortController();
  const ids = ["done", "further", "unknown"] as RunId[];
  const followers = ids.map((id) => collect(hub.follow(id, 0, leaving.signal)));
  await until(() => followers.every(({ seen }) => seen.length === 1));
  read.length = 0;
  seqs.set("further" as RunId, 2);
  hub.ringAll();
  await until(() => followers.filter(({ seen }) => seen.length === 2).length === 2);
  expect(read.toSorted()).toEqual(["further", "unknown"]);
  leaving.abort();
  await Promise.all(followers.map(({ done }) => done));
});

test("a follower who leaves ends without an error", async () => {
  const { hub } = createDesk();
  const leaving = new AbortController();
  const { seen, done } = collect(hub.follow(runId, 0, leaving.signal));
  await until(() => hub.isFollowed(runId));
  leaving.abort();
  await done;
  expect(seen).toEqual([]);
});

test("what was heard here is newer than a draft, until the turn is over", async () => {
  const { hub, commit } = createDesk([delta]);
  commit(event(1));
  hub.publishDelta({ ...delta, text: "hi the" });
  hub.publishDelta({ ...delta, offset: 6, text: "re" });
  const first = new AbortController();
  const joined = collect(hub.follow(runId, 0, first.signal));
  await until(() => joined.seen.length === 2);
  first.abort();
  await joined.done;
  expect(joined.seen).toEqual([1, "hi there"]);
  const over: RunEvent = {
    ...event(2),
    sessionId: delta.sessionId,
    type: "session.finished",
    outcome: "completed",
    answer: "",
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: 0 },
  };
  commit(over);
  hub.publish([over]);
  const second = new AbortController();
  const later = collect(hub.follow(runId, 0, second.signal));
  await until(() => later.seen.length === 3);
  second.abort();
  await later.done;
  expect(later.seen).toEqual([1, 2, "hi"]);
});

test("text that was streamed before its turn was read from the log, and is taken after it, is not told again", async () => {
  const { hub, commit } = createDesk();
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  commit(event(1));
  hub.ring(runId);
  await until(() => seen.length === 1);
  commit(endOfTurn(2));
  hub.ring(runId);
  hub.publishDelta(delta);
  hub.publishDelta({ ...delta, turn: 2, text: "next" });
  await until(() => seen.length === 3);
  commit(last(3));
  hub.ring(runId);
  await done;
  expect(seen).toEqual([1, 2, "next", 3]);
});

test("a piece that was missed leaves no text with a hole", async () => {
  const { hub, commit } = createDesk();
  commit(event(1), last(2));
  hub.publishDelta({ ...delta, offset: 9, text: "late" });
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  await done;
  expect(seen).toEqual([1, 2]);
});

test("a run that began here is followed from its first event without being read", async () => {
  let reads = 0;
  const hub = createRunEventHub({
    ...nothing,
    async readEvents() {
      reads += 1;
      return [];
    },
  });
  hub.publish([event(1), event(2)]);
  expect(hub.isKnown(runId)).toBe(true);
  const { seen, done } = collect(hub.follow(runId, 1, new AbortController().signal));
  await until(() => seen.length === 1);
  hub.publish([event(3)]);
  hub.publish([last(4)]);
  await done;
  expect(seen).toEqual([2, 3, 4]);
  expect(reads).toBe(0);
});

test("commits that are told of in another order than they were made are passed on in order, unread", async () => {
  let reads = 0;
  const hub = createRunEventHub({
    ...nothing,
    async readEvents() {
      reads += 1;
      return [];
    },
  });
  hub.publish([event(1)]);
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  await until(() => seen.length === 1);
  hub.publish([event(5), last(6)]);
  hub.publish([event(3), event(4)]);
  hub.publish([event(2)]);
  await done;
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(reads).toBe(0);
});

test("what another process wrote is not taken for known", async () => {
  const { hub, commit } = createDesk();
  hub.publish([event(1)]);
  commit(event(1), event(2), last(3));
  hub.ring(runId);
  expect(hub.isKnown(runId)).toBe(false);
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  await done;
  expect(seen).toEqual([1, 2, 3]);
});

test("a long past is asked for in a few pages, and comes whole and in order", async () => {
  const past = Array.from({ length: 9_000 }, (_, index) => event(index + 1));
  const limits: number[] = [];
  const hub = createRunEventHub({
    ...nothing,
    async readEvents(_runId, afterSeq, limit) {
      limits.push(limit);
      return past.slice(afterSeq, afterSeq + limit);
    },
  });
  const leaving = new AbortController();
  const { seen } = collect(hub.follow(runId, 0, leaving.signal));
  await until(() => seen.length === past.length);
  leaving.abort();
  expect(seen).toEqual(past.map(({ seq }) => seq));
  expect(limits).toEqual([500, 4_000, 4_000, 4_000]);
});

test("a follower who takes nothing costs a bounded memory, and has every event when it is back", async () => {
  const { hub, commit } = createDesk();
  const lists = hub.follow(runId, 0, new AbortController().signal)[Symbol.asyncIterator]();
  commit(event(1));
  const seen = [...((await lists.next()).value ?? [])];
  const before = process.memoryUsage().heapUsed;
  const most = 20_000;
  for (let seq = 2; seq < most; seq += 1) {
    const text = `${seq} `.repeat(2_000);
    hub.publishDelta({ ...delta, offset: seq, text });
    commit(event(seq));
    hub.publish([event(seq)]);
  }
  commit(last(most));
  hub.publish([last(most)]);
  // All of it would be some 200 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(120_000_000);
  for (let list = await lists.next(); !list.done; list = await lists.next()) seen.push(...list.value);
  const seqs = seen.flatMap((signal) => (signal.type === "text.delta" ? [] : [signal.seq]));
  expect(seqs).toEqual(Array.from({ length: most }, (_, index) => index + 1));
  expect(seen.length - seqs.length, "text that nobody took is not kept").toBeLessThan(1_100);
});

test("a turn that another process ended has no text for those who join later, and the next one has", async () => {
  const { hub, commit } = createDesk();
  commit(event(1));
  const leaving = new AbortController();
  const first = collect(hub.follow(runId, 0, leaving.signal));
  await until(() => first.seen.length === 1);
  hub.publishDelta(delta);
  commit(endOfTurn(2));
  hub.ring(runId);
  await until(() => first.seen.length === 3);
  const second = collect(hub.follow(runId, 0, leaving.signal));
  await until(() => second.seen.length >= 2);
  commit(event(3));
  hub.publish([event(3)]);
  await until(() => second.seen.at(-1) === 3);
  expect(second.seen).toEqual([1, 2, 3]);

  hub.publishDelta({ ...delta, turn: 2, text: "next" });
  const third = collect(hub.follow(runId, 0, leaving.signal));
  await until(() => third.seen.length === 4);
  expect(third.seen).toEqual([1, 2, 3, "next"]);
  leaving.abort();
  await Promise.all([first, second, third].map(({ done }) => done));
});
