import { expect, test } from "vitest";
import type { RunId } from "../contract/ids.ts";
import type { RunEvent, RunSignal } from "../contract/run-event.ts";
import { createRunEventHub, type EventLog } from "./run-event-hub.ts";

const RUN = "run" as RunId;

/** Committed events in memory; each reading is counted. */
function createLog(): EventLog & { readonly events: RunEvent[]; reads: number } {
  const events: RunEvent[] = [];
  const log = {
    events,
    reads: 0,
    async readEvents(_runId: RunId, afterSeq: number, limit: number) {
      log.reads += 1;
      return events.filter((event) => event.seq > afterSeq).slice(0, limit);
    },
    readDrafts: async () => [],
  };
  return log;
}

function eventOf(seq: number, isLast = false): RunEvent {
  const head = { runId: RUN, seq, at: new Date(0).toISOString() };
  return isLast
    ? { ...head, type: "run.finished", status: "completed", answer: "" }
    : { ...head, type: "session.resumed" };
}

const seqs = (signals: readonly RunSignal[]) =>
  signals.map((signal) => ("seq" in signal ? signal.seq : signal.type));

async function collect(signals: AsyncIterable<RunSignal>): Promise<readonly RunSignal[]> {
  const all: RunSignal[] = [];
  for await (const signal of signals) all.push(signal);
  return all;
}

test("a follower gets what is stored, then what is pushed, each once and in order, and ends with the run", async () => {
  const log = createLog();
  const hub = createRunEventHub(log);
  log.events.push(eventOf(1), eventOf(2));
  const following = collect(hub.follow(RUN, 0, new AbortController().signal));
  await expect.poll(() => hub.isFollowed(RUN)).toBe(true);
  hub.publish([eventOf(2)]);
  hub.publish([eventOf(3)]);
  log.events.push(eventOf(3), eventOf(4), eventOf(5, true));
  hub.publish([eventOf(5, true)]);
  expect(seqs(await following)).toEqual([1, 2, 3, 4, 5]);
  expect(hub.isFollowed(RUN)).toBe(false);
});

test("a ring for everybody makes every follower read on, and ends none", async () => {
  const log = createLog();
  const hub = createRunEventHub(log);
  const following = collect(hub.follow(RUN, 0, new AbortController().signal));
  await expect.poll(() => hub.isFollowed(RUN)).toBe(true);
  hub.ringAll();
  log.events.push(eventOf(1));
  hub.ringAll();
  log.events.push(eventOf(2, true));
  hub.ringAll();
  expect(seqs(await following)).toEqual([1, 2]);
});

test("a follower who leaves ends without an error", async () => {
  const hub = createRunEventHub(createLog());
  const leaving = new AbortController();
  const following = collect(hub.follow(RUN, 0, leaving.signal));
  await expect.poll(() => hub.isFollowed(RUN)).toBe(true);
  leaving.abort();
  expect(await following).toEqual([]);
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

test("a piece that was missed leaves no text with a hole", async () => {
  const { hub, commit } = createDesk();
  commit(event(1), last(2));
  hub.publishDelta({ ...delta, offset: 9, text: "late" });
  const { seen, done } = collect(hub.follow(runId, 0, new AbortController().signal));
  await done;
  expect(seen).toEqual([1, 2]);
});
