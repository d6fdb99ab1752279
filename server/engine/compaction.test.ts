import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import { okText } from "../contract/tool-result.ts";
import { chooseCut, compactedView } from "./compaction.ts";
import { tokensOf } from "./estimate-tokens.ts";
import { openCalls } from "./transcript.ts";

const task: Message = { role: "user", text: "the task" };

/** A turn with `calls` calls and their results, each result `length` characters long. */
function turn(number: number, calls: number, length: number): readonly Message[] {
  const ids = Array.from({ length: calls }, (_, index) => `${number}.${index}` as CallId);
  return [
    {
      role: "assistant",
      text: `turn ${number}`,
      calls: ids.map((callId) => ({ callId, name: "look", input: {} })),
    },
    ...ids.map(
      (callId): Message => ({ role: "tool", callId, name: "look", result: okText("x".repeat(length)) }),
    ),
  ];
}
const turns = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4_000 })), { maxLength: 20 })
  .map((shapes) => [task, ...shapes.flatMap(([calls, length], index) => turn(index, calls, length))]);

test("a cut never parts a call from its result, whatever the transcript", () => {
  fc.assert(
    fc.property(turns, fc.integer({ min: 0, max: 5_000 }), (messages, keep) => {
      const covers = chooseCut(messages, keep);
      if (covers === undefined) return;
      const view = compactedView(messages, { covers, summary: "s" });
      expect(messages[covers]?.role).toBe("assistant");
      const answered = new Set(view.flatMap((message) => (message.role === "tool" ? [message.callId] : [])));
      const asked = view.flatMap((message) =>
        message.role === "assistant" ? message.calls.map((call) => call.callId) : [],
      );
      expect([...answered].toSorted()).toEqual(asked.toSorted());
      expect(openCalls(view)).toEqual([]);
    }),
  );
});

test("before its first turn a session has nothing to sum up, however much it was told", () => {
  // What the X-ray counts on: one summary a turn at most, and none before the first.
  expect(chooseCut([task, ...Array.from({ length: 9 }, () => task)], 0)).toBeUndefined();
});

test("what stays whole is within the limit, or is the newest turn alone", () => {
  fc.assert(
    fc.property(turns, fc.integer({ min: 0, max: 5_000 }), (messages, keep) => {
      const covers = chooseCut(messages, keep);
      if (covers === undefined) return;
      const kept = messages.slice(covers);
      expect(
        tokensOf(kept) <= keep || kept.filter((message) => message.role === "assistant").length === 1,
      ).toBe(true);
    }),
  );
});

test("the view is the task, the summary and the newest turns, and the transcript stays whole", () => {
  const messages = [task, ...turn(1, 1, 10), ...turn(2, 1, 10)];
  const view = compactedView(messages, { covers: 3, summary: "Turn 1 found nothing." });
  expect(view[0]).toEqual(task);
  expect(view[1]).toMatchObject({ role: "user", text: expect.stringContaining("Turn 1 found nothing.") });
  expect(view.slice(2)).toEqual(messages.slice(3));
  expect(compactedView(messages, undefined)).toBe(messages);
  // The very same message each turn: a provider recognises what it sent.
  const compaction = { covers: 3, summary: "s" };
  expect(compactedView([...messages, task], compaction)[1]).toBe(compactedView(messages, compaction)[1]);
});

test("the newest of what still holds stays word for word", () => {
  const list = (callId: string, text: string): Message => ({
    role: "tool",
    callId: callId as CallId,
    name: "set_todos",
    result: { ...okText(text), pinnedAs: "todos" },
  });
  const messages = [
    task,
    ...turn(1, 1, 10),
    list("a", "old list"),
    list("b", "1. [ ] count the boats"),
    ...turn(2, 0, 0),
  ];
  const text = (compactedView(messages, { covers: 5, summary: "s" })[1] as { text: string }).text;
  expect(text).toContain("count the boats");
  expect(text).not.toContain("old list");
});

test("there is nothing to cover in a transcript of one turn", () => {
  expect(chooseCut([task, ...turn(1, 2, 9_000)], 10)).toBeUndefined();
  expect(chooseCut([task], 10)).toBeUndefined();
});
