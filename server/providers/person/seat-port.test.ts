import { expect, test } from "vitest";
import type { CallId } from "../../contract/ids.ts";
import type { Message } from "../../contract/message.ts";
import { okText } from "../../contract/tool-result.ts";
import { callIdsOf } from "../../engine/transcript.ts";
import { seatPort } from "./seat-port.ts";

function ask(messages: readonly Message[]) {
  const texts: string[] = [];
  const origin = { kind: "builtin", id: "questions" };
  const reply = seatPort.respond({
    system: "You are Noor.",
    messages,
    takenIds: callIdsOf(messages),
    tools: [{ name: "request_input", description: "", inputSchema: {}, origin }],
    signal: new AbortController().signal,
    onText: (text) => texts.push(text),
    onRetry() {},
  });
  return { reply, texts };
}

const task: Message = { role: "user", text: "May we sign?" };
const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: 0 };

test("a seat asks by a call whose id nothing else has, and uses nothing", async () => {
  const callId = "call-1" as CallId;
  const before: readonly Message[] = [
    { role: "assistant", text: "", calls: [{ callId, name: "notify", input: {} }] },
    { role: "tool", callId, name: "notify", result: okText("Told.") },
  ];
  const { message, finish, usage: used } = await ask([task, ...before]).reply;
  expect(message).toMatchObject({ text: "", calls: [{ name: "request_input" }] });
  expect(message.calls[0]?.callId).not.toBe(callId);
  expect([finish, used]).toEqual(["calls", usage]);
});

test("what was said is streamed and is the end", async () => {
  const callId = "call-1" as CallId;
  const past: readonly Message[] = [
    { role: "assistant", text: "", calls: [{ callId, name: "request_input", input: {} }] },
    {
      role: "tool",
      callId,
      name: "request_input",
      result: okText("The person replied:\nYes.", { text: "Yes." }),
    },
  ];
  const { reply, texts } = ask([task, ...past]);
  expect(await reply).toEqual({
    message: { role: "assistant", text: "Yes.", calls: [] },
    usage,
    finish: "stop",
  });
  expect(texts).toEqual(["Yes."]);
});
