import { expect, test } from "vitest";
import type { SessionId } from "../../contract/ids.ts";
import type { RunEventBody } from "../../contract/run-event.ts";
import { FenceLostError } from "../../engine/ports.ts";
import type { AppendedEvents, EventAppend } from "./append-events.ts";
import { createEventWriter } from "./event-writer.ts";

const of = (id: string, ...events: RunEventBody[]): EventAppend => ({
  session: { sessionId: id as SessionId, fence: 1 },
  events: events.length > 0 ? events : [{ type: "message.received", text: id }],
});
const activation: RunEventBody = { type: "skill.activated", skill: "notes", revision: "1" };
const appended = {} as AppendedEvents;

/** Statements that end when the test says so, and what they were given. */
function createStatements() {
  const commits: { readonly ids: readonly string[]; end(lost?: readonly string[]): void; fail(): void }[] =
    [];
  const run = <Value>(
    appends: readonly EventAppend[],
    answer: (lost: readonly string[]) => Value,
  ): Promise<Value> => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const ids = appends.map(({ session }) => session.sessionId as string);
    commits.push({
      ids,
      end: (lost = []) => resolve(answer(lost)),
      fail: () => reject(new Error("The statement was refused.")),
    });
    return promise;
  };
  return {
    commits,
    statements: {
      appendOne: (append: EventAppend) => run([append], () => appended),
      appendMany: (appends: readonly EventAppend[]) =>
        run(appends, (lost) =>
          appends.map(({ session }) => (lost.includes(session.sessionId) ? undefined : appended)),
        ),
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const idsOf = (commits: readonly { readonly ids: readonly string[] }[]) => commits.map(({ ids }) => ids);

test("one session alone is written at once; while that goes on the others collect and share the next commit", async () => {
  const { statements, commits } = createStatements();
  const writer = createEventWriter(statements);
  const all = ["a", "b", "c"].map((id) => writer.append(of(id)));
  expect(idsOf(commits)).toEqual([["a"]]);
  commits[0]?.end();
  await settled();
  expect(idsOf(commits)).toEqual([["a"], ["b", "c"]]);
  commits[1]?.end();
  await Promise.all(all);
});

test("a session that was lost is told so, and those that shared its commit are written", async () => {
  const { statements, commits } = createStatements();
  const writer = createEventWriter(statements);
  const [first, lost, kept] = ["a", "b", "c"].map((id) => writer.append(of(id)));
  commits[0]?.end();
  await settled();
  commits[1]?.end(["b"]);
  await expect(lost).rejects.toThrow(FenceLostError);
  await expect(Promise.all([first, kept])).resolves.toEqual([appended, appended]);
});

test("a commit that failed as a whole is tried one by one, so that one bad write hurts nobody else", async () => {
  const { statements, commits } = createStatements();
  const writer = createEventWriter(statements);
  const [first, good, bad, last] = ["a", "b", "c", "d"].map((id) => writer.append(of(id)));
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
  const writer = createEventWriter(statements);
  const appends = [of("a"), of("b"), of("c", activation), of("d"), of("e")];
  const all = appends.map((append) => writer.append(append));
  for (let index = 0; index < 4; index += 1) {
    commits[index]?.end();
    await settled();
  }
  await Promise.all(all);
  expect(idsOf(commits)).toEqual([["a"], ["b"], ["c"], ["d", "e"]]);
});

test("a failed write alone is reported and the writer goes on", async () => {
  const { statements, commits } = createStatements();
  const writer = createEventWriter(statements);
  const bad = writer.append(of("a"));
  commits[0]?.fail();
  await expect(bad).rejects.toThrow("The statement was refused.");
  const next = writer.append(of("b"));
  commits[1]?.end();
  await expect(next).resolves.toBe(appended);
});
