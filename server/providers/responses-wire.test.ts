import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import type { ModelReply } from "../engine/ports.ts";
import { callIdsOf } from "../engine/transcript.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { connectModel } from "./connect-model.ts";
import { createModelPort } from "./model-port.ts";

const task: Message = { role: "user", text: "List the files" };

/** OpenAI's own address, led to the loopback server: only there the Responses wire is spoken. */
function ask(
  server: ModelServer,
  messages: readonly Message[],
  onText: (text: string) => void = () => {},
): Promise<ModelReply> {
  const fetchFromLoopback: typeof fetch = (input, init) =>
    fetch(String(input).replace("https://api.openai.com", server.url), init);
  const provider = {
    id: "openai",
    kind: "openai",
    name: "OpenAI",
    baseUrl: null,
    apiKey: "key",
    models: [],
  } as const;
  const model = createModelPort({
    connected: connectModel(provider, "gpt-5", fetchFromLoopback),
    provider: "openai",
    providerName: "OpenAI",
    secret: "key",
    rates: { kind: "openai", model: "gpt-5" },
    isScripted: false,
    contextTokens: 100_000,
    attempts: 2,
    mostCallMs: 60_000,
    pace: { firstDelayMs: 1, maxDelayMs: 1 },
  });
  const origin = { kind: "builtin", id: "files" };
  const tools = [
    { name: "list_files", description: "Lists", inputSchema: { type: "object", properties: {} }, origin },
  ];
  return model.respond({
    system: "Be brief.",
    messages,
    takenIds: callIdsOf(messages),
    tools,
    signal: new AbortController().signal,
    onText,
    onRetry() {},
  });
}

test("OpenAI itself is asked over Responses, streams text and counts tokens and cost", async () => {
  await using server = await startModelServer({
    handler: () => ({ text: "It is done.", usage: { input: 1_000, cached: 400, output: 10 } }),
  });
  const texts: string[] = [];
  const { message, usage, finish } = await ask(server, [task], (text) => texts.push(text));
  expect(server.requests[0]).toMatchObject({ wire: "openai-responses", system: "Be brief." });
  expect(message.text).toBe("It is done.");
  expect(texts.join("")).toBe("It is done.");
  expect(finish).toBe("stop");
  expect(usage).toMatchObject({ inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 10 });
  expect(usage.cost).toBeCloseTo((600 * 1.25 + 400 * 0.125 + 10 * 10) / 1_000_000, 12);
});

test("encrypted reasoning goes back with the result of the call, and nothing is stored there", async () => {
  await using server = await startModelServer({
    handler: ({ number }) =>
      number === 1
        ? { reasoning: { text: "", signature: "encrypted-1" }, calls: [{ name: "list_files" }] }
        : { text: "none" },
  });
  const { message } = await ask(server, [task]);
  await ask(server, [
    task,
    message,
    {
      role: "tool",
      callId: message.calls[0]?.callId as CallId,
      name: "list_files",
      result: { status: "ok", content: [{ type: "text", text: "none" }] },
    },
  ]);
  expect(server.requests[1]?.body["store"]).toBe(false);
  const items = server.requests[1]?.body["input"] as unknown as {
    type?: string;
    encrypted_content?: string;
  }[];
  expect(items.find(({ type }) => type === "reasoning")?.encrypted_content).toBe("encrypted-1");
  expect(items.map(({ type }) => type).slice(-2)).toEqual(["function_call", "function_call_output"]);
});

test("truncated arguments and the output limit are seen on the Responses wire too", async () => {
  await using server = await startModelServer({
    handler: () => ({ text: "Well", calls: [{ name: "list_files", rawInput: '{"a": ' }], finish: "length" }),
  });
  const { message, finish } = await ask(server, [task]);
  expect(finish).toBe("length");
  expect(message.calls).toMatchObject([{ input: {}, malformedInput: '{"a": ' }]);
});

test("a broken stream is repeated on the Responses wire too", async () => {
  await using server = await startModelServer({
    handler: ({ number }) => (number === 1 ? { text: "half", breakAfterText: "cut" } : { text: "whole" }),
  });
  expect((await ask(server, [task])).message.text).toBe("whole");
});
