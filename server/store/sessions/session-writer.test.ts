import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import type { SessionId } from "../../contract/ids.ts";
import type { RunEventBody } from "../../contract/run-event.ts";
import { FenceLostError, StoreUnavailableError } from "../../engine/ports.ts";
import { createSessionWriter, type SessionWriter } from "./session-writer.ts";
import type { SessionWrite, WrittenSession } from "./write-sessions.ts";

const of = (id: string, ...events: RunEventBody[]): SessionWrite => ({
  session: { sessionId: id as SessionId, fence: 1 },
  events: events.length > 0 ? events : [{ type: "message.received", text: id }],
});
const activation: RunEventBody = { type: "skill.activated", skill: "notes", revision: "1" };
const appended = { state: "running", woken: undefined } as WrittenSession;

/** Statements that end when the test says so, and what they were given. */
function createStatements() {
  const commits: {
    readonly ids: readonly string[];
    end(lost?: readonly string[]): void;
    fail(error?: Error): void;
  }[] = [];
  const run = <Value>(
    appends: readonly SessionWrite[],
    answer: (lost: readonly string[]) => Value,
  ): Promise<Value> => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const ids = appends.map(({ session }) => session.sessionId as string);
    commits.push({
      ids,
      end: (lost = []) => resolve(answer(lost)),
      fail: (error = new Error("The statement was refused.")) => reject(error),
    });
    return promise;
  };
  return {
    commits,
    statements: {
      appendOne: (append: SessionWrite) => run([append], () => appended),
      writeMany: (appends: readonly SessionWrite[]) =>
        run(appends, (lost) =>
          appends.map(({ session }) => (lost.includes(session.sessionId) ? undefined : appended)),
        ),
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** The first is on its way when the others come. Wrapped: an answer is a promise that this must not wait for. */
async function handOver(writer: SessionWriter, [first, ...others]: readonly SessionWrite[]) {
  const answers = first ? [writer.write(first)] : [];
  await settled();
  return { answers: [...answers, ...others.map((write) => writer.write(write))] };
}
const idsOf = (commits: readonly { readonly ids: readonly string[] }[]) => commits.map(({ ids }) => ids);

test("one session alone is written at once; while that goes on the others collect and share the next commit", async () => {
  const { statements, commits } = createStatements();
  const writer = createSessionWriter(statements);
  const { answers } = await handOver(writer, [of("a"), of("b"), of("c")]);
  expect(idsOf(commits)).toEqual([["a"]]);
  commits[0]?.end();
  await settled();
  expect(idsOf(commits)).toEqual([["a"], ["b", "c"]]);
  commits[1]?.end();
  await Promise.all(answers);
});

test("sessions that are handed over in the same moment share the very first commit", async () => {
  const { statements, commits } = createStatements();
  const writer = createSessionWriter(statements);
  const all = ["a", "b", "c"].map((id) => writer.write(of(id)));
  await settled();
  expect(idsOf(commits)).toEqual([["a", "b", "c"]]);
  commits[0]?.end();
  await Promise.all(all);
});

test("a session that was lost is told so, and those that shared its commit are written", async () => {
  const { statements, commits } = createStatements();
  const writer = createSessionWriter(statements);
  const { answers } = await handOver(writer, [of("a"), of("b"), of("c")]);
  const [first, lost, kept] = answers;
  commits[0]?.end();
  await settled();
  commits[1]?.end(["b"]);
  await expect(lost).rejects.toThrow(FenceLostError);
  await expect(Promise.all([first, kept])).resolves.toEqual([appended, appended]);
});

test("a commit that failed as a whole is tried one by one, so that one bad write hurts nobody else", async () => {
  const { statements, commits } = createStatements();
  const writer = createSessionWriter(statements);
  const { answers } = await handOver(writer, [of("a"), of("b"), of("c"), of("d")]);
  const [first, good, bad, last] = answers;
  bad?.catch(() => undefined);
  commits[0]?.end();
  await settled();
  commits[1]?.fail();
  await settled();
  commits[2]?.end();
  await settled();
  commits[3]?.fail();
  await settled();
  commits[4]?.end();
  await expect(bad).rejects.toThrow("The statement was refused.");
  await expect(Promise.all([first, good, last])).resolves.toHaveLength(3);
  expect(idsOf(commits)).toEqual([["a"], ["b", "c", "d"], ["b"], ["c"], ["d"]]);
});

test("what needs a statement of its own gets one, in its turn", async () => {
  const { statements, commits } = createStatements();
  const writer = createSessionWriter(statements);
  const appends = [of("a"), of("b"), of("c", activation), of("d"), of("e")];
  const { answers } = await handOver(writer, appends);
  for (let index = 0; index < 4; index += 1) {
    commits[index]?.end();
    await settled();
  }
  await Promise.all(answers);
  expect(idsOf(commits)).toEqual([["a"], ["b"], ["c"], ["d", "e"]]);
});

test("a failed write alone is reported and the writer goes on", async () => {
  const { statements, commits } = createStatements();
  const writer = createSessionWriter(statements);
  const bad = writer.write(of("a"));
  await settled();
  commits[0]?.fail();
  await expect(bad).rejects.toThrow("The statement was refused.");
  const next = writer.write(of("b"));
  await settled();
  commits[1]?.end();
  await expect(next).resolves.toEqual(appended);
});

test("a session whose child ends is written in another commit than the child", async () => {
  const { statements, commits } = createStatements();
  const writer = createSessionWriter(statements);
  const leave = { state: "parked", waitingFor: "children", count: 1 } as const;
  const childOf = (parentId: string) => ({ ...of("child"), parentId: parentId as SessionId, leave });
  const writes = [of("a"), of("b"), of("parent"), childOf("parent"), childOf("other"), of("other")];
  const { answers } = await handOver(writer, writes);
  for (let index = 0; index < 4; index += 1) {
    commits[index]?.end();
    await settled();
  }
  await Promise.all(answers);
  expect(idsOf(commits)).toEqual([["a"], ["b", "parent"], ["child", "child"], ["other"]]);
});

test("while the store is away nothing is written a second time, unless it said itself that nothing was written", async () => {
  const { statements, commits } = createStatements();
  const writer = createSessionWriter(statements);
  const { answers } = await handOver(writer, [of("a"), of("b"), of("c")]);
  commits[0]?.end();
  await settled();
  commits[1]?.fail(new StoreUnavailableError(new Error("gone")));
  await expect(Promise.allSettled(answers)).resolves.toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: expect.any(StoreUnavailableError) },
    { status: "rejected", reason: expect.any(StoreUnavailableError) },
  ]);
  expect(idsOf(commits)).toEqual([["a"], ["b", "c"]]);
  const locked = Object.assign(new DatabaseError("deadlock detected", 0, "error"), { code: "40P01" });
  const { answers: others } = await handOver(writer, [of("a"), of("b"), of("c")]);
  commits[2]?.end();
  await settled();
  commits[3]?.fail(new StoreUnavailableError(locked));
  await settled();
  commits[4]?.end();
  await settled();
  commits[5]?.end();
  await Promise.all(others);
  expect(idsOf(commits).slice(2)).toEqual([["a"], ["b", "c"], ["b"], ["c"]]);
});
