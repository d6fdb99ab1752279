import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { Message, ToolCall } from "../contract/message.ts";
import { okText, toolError } from "../contract/tool-result.ts";
import { conclusionOf, openCalls, toModelMessages } from "./transcript.ts";

const call = (id: string): ToolCall => ({ callId: id as CallId, name: "look", input: {} });
const asked = (...ids: string[]): Message => ({ role: "assistant", text: "", calls: ids.map(call) });
const answered = (id: string): Message => ({
  role: "tool",
  callId: id as CallId,
  name: "look",
  result: okText(id),
});
const user = (text: string): Message => ({ role: "user", text });

test("calls stay open until their own result is there", () => {
  expect(openCalls([user("go"), asked("a", "b"), answered("b")]).map((open) => open.callId)).toEqual(["a"]);
  expect(openCalls([user("go"), asked("a"), answered("a")])).toEqual([]);
});

test("the final answer is the last message, and only if it asks for nothing", () => {
  expect(conclusionOf([user("go"), { role: "assistant", text: "done", calls: [] }])).toEqual({
    outcome: "completed",
    text: "done",
  });
  expect(conclusionOf([user("go"), asked("a")])).toBeUndefined();
  expect(conclusionOf([user("go")])).toBeUndefined();
});

test("a result that concludes ends the session, wherever it stands among the results of the last turn", () => {
  const concludes = { outcome: "completed", text: "handed in" } as const;
  const handedIn: Message = {
    role: "tool",
    callId: "a" as CallId,
    name: "hand_in",
    result: { ...okText("kept"), concludes },
  };
  const failed: Message = {
    role: "tool",
    callId: "b" as CallId,
    name: "look",
    result: toolError("tool_failed", "no"),
  };
  expect(conclusionOf([user("go"), asked("a"), handedIn])).toEqual(concludes);
  expect(conclusionOf([user("go"), asked("a", "b"), handedIn, failed])).toEqual(concludes);
  expect(conclusionOf([user("go"), asked("b", "a"), failed, handedIn])).toEqual(concludes);
  expect(conclusionOf([handedIn])).toEqual(concludes);
  expect(conclusionOf([user("go"), asked("b"), failed])).toBeUndefined();
  // Said in an earlier turn, or answered by a person since: the session went on.
  expect(conclusionOf([user("go"), asked("a"), handedIn, asked("b"), failed])).toBeUndefined();
  expect(conclusionOf([user("go"), asked("a"), handedIn, user("one thing more")])).toBeUndefined();
});

test("results reach the model in call order, contiguous, whatever came in between", () => {
  const stored = [
    user("go"),
    asked("a", "b", "c"),
    answered("c"),
    user("by the way"),
    answered("a"),
    answered("b"),
  ];
  expect(toModelMessages(stored)).toEqual([
    user("go"),
    asked("a", "b", "c"),
    answered("a"),
    answered("b"),
    answered("c"),
    user("by the way"),
  ]);
});

test("a transcript that grows is put in order as if it were read whole each time", () => {
  const growing: Message[] = [];
  const steps = [
    user("go"),
    asked("a", "b"),
    answered("b"),
    user("in between"),
    answered("a"),
    asked("c"),
    answered("c"),
    user("more"),
    asked("d", "e", "f"),
    answered("f"),
    answered("d"),
    answered("e"),
    { role: "assistant", text: "done", calls: [] } as const,
  ];
  for (const step of steps) {
    growing.push(step);
    expect(toModelMessages(growing)).toEqual(toModelMessages([...growing]));
  }
  expect(toModelMessages(growing).filter((message) => message.role === "tool")).toEqual(
    ["a", "b", "c", "d", "e", "f"].map(answered),
  );
});
