import { expect, test } from "vitest";
import type { RunEventBody } from "../contract/run-event.ts";
import { NO_USAGE } from "../contract/usage.ts";
import { says } from "../testing/scripted-model.ts";
import { LiveSession } from "./live-session.ts";
import { type ClaimedSession, FenceLostError, type SessionStore } from "./ports.ts";

const claimed = {
  messages: [],
  turns: 0,
  usage: NO_USAGE,
  startedCalls: new Set(),
  fence: 1,
} as unknown as ClaimedSession;
const note = (text: string): RunEventBody => ({ type: "message.received", text });

/** A store whose commits end when the test says so. */
function createSlowStore() {
  const commits: { readonly texts: readonly string[]; end(error?: Error): void }[] = [];
  const store = {
    append: (_session: ClaimedSession, events: readonly RunEventBody[]) =>
      new Promise<void>((resolve, reject) => {
        commits.push({
          texts: events.map((event) => (event.type === "message.received" ? event.text : event.type)),
          end: (error) => (error ? reject(error) : resolve()),
        });
      }),
  } as unknown as SessionStore;
  return { store, commits };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("while a commit is under way later events collect and go together, in order", async () => {
  const { store, commits } = createSlowStore();
  const session = new LiveSession(claimed, store);
  const first = session.append([note("1")]);
  session.emit(note("2"));
  const third = session.append([note("3")]);
  expect(commits.map((commit) => commit.texts)).toEqual([["1"]]);
  commits[0]?.end();
  await settled();
  expect(commits.map((commit) => commit.texts)).toEqual([["1"], ["2", "3"]]);
  commits[1]?.end();
  await Promise.all([first, third]);
  expect(session.messages()).toHaveLength(3);
});

test("what nobody waits for goes into the commit of what somebody waits for", async () => {
  const { store, commits } = createSlowStore();
  const session = new LiveSession(claimed, store);
  session.emit(note("1"));
  expect(commits).toHaveLength(0);
  const second = session.append([note("2")]);
  expect(commits.map((commit) => commit.texts)).toEqual([["1", "2"]]);
  commits[0]?.end();
  await second;
});

test("what nobody waits for is written soon, even if nothing comes after it", async () => {
  const { store, commits } = createSlowStore();
  const session = new LiveSession(claimed, store);
  session.emit(note("1"));
  session.emit(note("2"));
  await expect.poll(() => commits.map((commit) => commit.texts)).toEqual([["1", "2"]]);
  commits[0]?.end();
  await session.flush();
});

test("news is asked for anew only once it is old", async () => {
  const { store, commits } = createSlowStore();
  const patient = new LiveSession(claimed, store, 60_000);
  patient.emit(note("1"));
  await patient.refresh();
  expect(commits).toHaveLength(0);
  patient.abandon();
  const strict = new LiveSession(claimed, store, 0);
  strict.emit(note("2"));
  const refreshed = strict.refresh();
  expect(commits.map((commit) => commit.texts)).toEqual([["2"]]);
  commits[0]?.end();
  await refreshed;
});

test("append resolves only when its events are durable", async () => {
  const { store, commits } = createSlowStore();
  const session = new LiveSession(claimed, store);
  let isDone = false;
  const appended = session.append([note("1")]).then(() => {
    isDone = true;
  });
  await settled();
  expect(isDone).toBe(false);
  commits[0]?.end();
  await appended;
  expect(isDone).toBe(true);
});

test("after a refused write nothing more is written, and everything aborts", async () => {
  const { store, commits } = createSlowStore();
  const session = new LiveSession(claimed, store);
  const second = session.append([note("1"), note("2")]);
  commits[0]?.end(new FenceLostError());
  await expect(second).rejects.toThrow(FenceLostError);
  expect(session.lost.aborted).toBe(true);
  await expect(session.append([note("3")])).rejects.toThrow(FenceLostError);
  expect(commits).toHaveLength(1);
});

test("a session that is given up writes nothing more, not even what was waiting", async () => {
  const { store, commits } = createSlowStore();
  const session = new LiveSession(claimed, store);
  const first = expect(session.append([note("1")])).rejects.toThrow(FenceLostError);
  session.emit(note("2"));
  session.abandon();
  commits[0]?.end();
  await settled();
  expect(commits).toHaveLength(1);
  await first;
  await expect(session.flush()).rejects.toThrow(FenceLostError);
});

test("what has nearly waited long enough in one session is written as soon as another one of the same store writes", async () => {
  const { store, commits } = createSlowStore();
  const [one, other] = [new LiveSession(claimed, store), new LiveSession(claimed, store)];
  const [fresh, elsewhere] = [
    new LiveSession(claimed, store),
    new LiveSession(claimed, createSlowStore().store),
  ];
  elsewhere.emit(note("of another store"));
  fresh.emit(note("has only begun to wait"), 60_000);
  one.emit(note("waits"), 10);
  const left = other.leave(async () => "left");
  expect(commits.map((commit) => commit.texts)).toEqual([["waits"]]);
  expect(await left).toBe("left");
  commits[0]?.end();
  await one.flush();
  fresh.abandon();
  elsewhere.abandon();
});

test("sessions whose time is near call for each other once, however many they are", async () => {
  const { store, commits } = createSlowStore();
  const sessions = Array.from({ length: 5_000 }, () => new LiveSession(claimed, store));
  for (const session of sessions) session.emit(note("waits"), 10);
  const first = sessions[0]?.flush();
  expect(commits).toHaveLength(sessions.length);
  for (const commit of commits) commit.end();
  await first;
});

test("what may have changed something waits less than what came before it", async () => {
  const { store, commits } = createSlowStore();
  const session = new LiveSession(claimed, store);
  session.emit(note("1"), 60_000);
  session.emit(note("2"), 0);
  await expect.poll(() => commits.map((commit) => commit.texts)).toEqual([["1", "2"]]);
  commits[0]?.end();
  await session.flush();
});

test("turns since somebody wrote are counted from the transcript, whoever worked on the session before", () => {
  const { store } = createSlowStore();
  const task = { role: "user", text: "go" } as const;
  const messages = [
    task,
    says("one"),
    { role: "user", text: "and this" } as const,
    says("two"),
    says("three"),
  ];
  const session = new LiveSession({ ...claimed, messages, turns: 3 } as unknown as ClaimedSession, store);
  expect([session.turnsSinceMessage, session.turns]).toEqual([2, 3]);
  const turn = { turn: 4, message: says("four"), usage: NO_USAGE, durationMs: 1, firstTextMs: null };
  session.emit({ type: "turn.finished", ...turn });
  expect([session.turnsSinceMessage, session.turns]).toEqual([3, 4]);
  session.emit(note("once more"));
  expect([session.turnsSinceMessage, session.turns]).toEqual([0, 4]);
});

test("what a person was asked is known of earlier claims alone", () => {
  const { store } = createSlowStore();
  const call = { callId: "a", name: "look", input: {} } as unknown as Parameters<LiveSession["wasAsked"]>[0];
  const fresh = new LiveSession(claimed, store);
  expect([fresh.wasAsked(call), fresh.isStarted(call)]).toEqual([false, false]);
  fresh.emit({ type: "tool_call", callId: call.callId, name: "look", input: {} } as unknown as RunEventBody);
  expect([fresh.wasAsked(call), fresh.isStarted(call)]).toEqual([false, true]);
  const again = { ...claimed, askedCalls: new Set(["a"]) };
  const taken = new LiveSession(again as unknown as ClaimedSession, store);
  expect(taken.wasAsked(call)).toBe(true);
  const other = { ...call, callId: "b" as typeof call.callId };
  expect(taken.wasAsked(other)).toBe(false);
});

test("the tokens of what the model sees grow with what comes, and are counted anew after old turns were summed up", () => {
  const { store } = createSlowStore();
  const texts = ["the task in a few words", "a long answer ".repeat(50), "and more of it ".repeat(50)];
  const session = new LiveSession(claimed, store);
  for (const text of texts) session.emit(note(text));
  const counted = session.viewTokens;
  session.emit(note("one more message of some length"));
  const whole = new LiveSession({ ...claimed, messages: session.messages() }, store);
  expect(session.viewTokens).toBeGreaterThan(counted);
  expect(session.viewTokens).toBe(whole.viewTokens);
  const compacted = { type: "context.compacted", covers: 3, summary: "short" };
  session.emit(compacted as unknown as RunEventBody);
  expect(session.viewTokens).toBeGreaterThan(0);
  expect(session.viewTokens).toBeLessThan(counted);
});
