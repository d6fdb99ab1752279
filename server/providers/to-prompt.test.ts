import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { AssistantMessage, Message } from "../contract/message.ts";
import { okText } from "../contract/tool-result.ts";
import { toPrompt } from "./to-prompt.ts";

const task: Message = { role: "user", text: "Go" };

function prompt(provider: string, messages: readonly Message[]) {
  return toPrompt({ provider, system: "", messages });
}

function assistant(
  text: string,
  calls: readonly string[] = [],
  more: Partial<AssistantMessage> = {},
): AssistantMessage {
  return {
    role: "assistant",
    text,
    calls: calls.map((id) => ({ callId: id as CallId, name: "look", input: {} })),
    ...more,
  };
}

const signed = assistant("Well. Done.", ["c1"], {
  providerParts: {
    provider: "anthropic",
    parts: [
      { type: "text", length: 5 },
      { type: "reasoning", text: "hm", options: { anthropic: { signature: "s" } } },
      { type: "text", length: 6 },
      { type: "call", index: 0 },
    ],
  },
});

test("parts come back in their order, with what hung on them, to the provider that made them", () => {
  expect(prompt("anthropic", [task, signed])[1]?.content).toMatchObject([
    { type: "text", text: "Well." },
    { type: "reasoning", text: "hm", providerOptions: { anthropic: { signature: "s" } } },
    { type: "text", text: " Done." },
    { type: "tool-call", toolCallId: "c1" },
  ]);
});

test("another provider gets text and calls only", () => {
  expect(prompt("openai", [task, signed])[1]?.content).toEqual([
    { type: "text", text: "Well. Done." },
    { type: "tool-call", toolCallId: "c1", toolName: "look", input: {} },
  ]);
});

test("parts that do not fit their message are ignored", () => {
  const torn = { ...signed, text: "Other text" };
  expect(prompt("anthropic", [task, torn])[1]?.content).toMatchObject([
    { type: "text", text: "Other text" },
    { type: "tool-call" },
  ]);
});

test("messages that would be empty on the wire are left out, empty texts are filled", () => {
  const messages: readonly Message[] = [
    { role: "user", text: " " },
    assistant(""),
    assistant("", ["c1"]),
    { role: "tool", callId: "c1" as CallId, name: "look", result: okText("") },
  ];
  expect(prompt("anthropic", messages)).toMatchObject([
    { role: "user", content: [{ text: "(no text)" }] },
    { role: "assistant", content: [{ type: "tool-call" }] },
    { role: "tool", content: [{ output: { type: "text", value: "(no output)" } }] },
  ]);
});

test("a result without a call is not sent, and of two results the first counts", () => {
  const result = (id: string, text: string): Message => ({
    role: "tool",
    callId: id as CallId,
    name: "look",
    result: okText(text),
  });
  const sent = prompt("anthropic", [
    task,
    result("c0", "stray"),
    assistant("", ["c1"]),
    result("c1", "first"),
    result("c1", "second"),
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/stray|second/);
  expect(sent.at(-1)).toMatchObject({ role: "tool", content: [{ output: { value: "first" } }] });
});

test("call ids are mended for every provider and stay apart", () => {
  const long = "x".repeat(60);
  const ids = prompt("openai", [task, assistant("", [`${long}1`, `${long}2`, "a b"])])
    .flatMap((message) => (message.role === "tool" ? message.content : []))
    .map((part) => (part.type === "tool-result" ? part.toolCallId : ""));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
});
