import { afterEach, describe, expect, test } from "vitest";
import type { Json } from "../../contract/json.ts";
import type { Message } from "../../contract/message.ts";
import type { ListedTool } from "../../contract/tool-array.ts";
import { okText, type SettledResult, toolError } from "../../contract/tool-result.ts";
import { callIdsOf } from "../../engine/transcript.ts";
import type { ModelHandler } from "../../testing/model-script.ts";
import { type ModelServer, startModelServer } from "../../testing/model-server.ts";
import { connectModel } from "../connect-model.ts";
import { toReply } from "../to-reply.ts";
import { createModelWire } from "./model-wire.ts";
import { messagesFormat, openaiChatFormat, openChatFormat, responsesFormat } from "./wire-formats.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const origin = { kind: "builtin", id: "x" };
const tools: readonly ListedTool[] = [
  { name: "look", description: "Looks", inputSchema: { type: "object", properties: {} }, origin },
];
const call = (id: string) => ({ calls: [{ id, name: "look", input: { what: "here" } }] });
const usage = { input: 9, cached: 4, output: 3 };

type Api = "chat" | "chat of others" | "messages" | "responses";
const vendors = {
  chat: { kind: "openai", path: "/v1", format: openaiChatFormat },
  "chat of others": { kind: "openai-compatible", path: "/v1", format: openChatFormat },
  messages: { kind: "anthropic", path: "", format: messagesFormat },
  responses: { kind: "openai-compatible", path: "/v1", wire: "responses", format: responsesFormat },
} as const;
const every = Object.keys(vendors) as Api[];

interface Played {
  readonly turns: number;
  readonly sessions?: number;
  readonly result?: SettledResult;
  readonly model?: string;
  /** What answers are stored with. */
  readonly parts?: Json;
  system?(number: number): string;
}

/** Sessions of one model, one after the other, each of as many turns; and how many of these the package took part in. */
async function run(api: Api, handler: ModelHandler, played: Played) {
  const { turns, sessions = 1, result = okText("seen"), model = "m", parts } = played;
  const { system = (number: number) => `You are test ${number}.` } = played;
  server = await startModelServer({ handler });
  const { requests, url } = server;
  let asked = 0;
  const { kind, path, format, ...chosen } = vendors[api];
  const wire = createModelWire({ format, stallMs: 5_000 });
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked += 1;
    return wire.fetch(input, init);
  };
  const vendor = { id: "v", kind, name: "V", apiKey: "k", models: [], ...chosen, baseUrl: `${url}${path}` };
  const { language, options } = connectModel(vendor, model, fetch);
  const texts: string[] = [];
  const request = {
    tools,
    signal: new AbortController().signal,
    onText: (text: string) => texts.push(text),
    onRetry: () => undefined,
  };
  for (let number = 1; number <= sessions; number += 1) {
    const session = wire.open();
    const messages: Message[] = [{ role: "user", text: `Look around ${number}` }];
    for (let turn = 0; turn < turns; turn += 1) {
      const takenIds = callIdsOf(messages);
      const sent = { ...request, system: system(number), messages: [...messages], takenIds };
      const raw = await session.ask({ language, options, provider: "v", request: sent });
      const { message } = toReply(raw, { provider: "v", takenIds, rates: "unknown" });
      messages.push(parts ? { ...message, providerParts: { provider: "v", parts } } : message);
      for (const { callId } of message.calls) messages.push({ role: "tool", callId, name: "look", result });
    }
  }
  return { asked, requests, text: texts.join("") };
}

describe.each(every)("over %s", (api) => {
  test("after the first turn of a session the package takes no part in text, calls and their results", async () => {
    const script: ModelHandler = ({ number }) =>
      number < 4 ? { ...call(`c${number}`), usage } : { text: "Done.", usage };
    const { asked, requests, text } = await run(api, script, { turns: 4 });
    expect({ asked, sent: requests.length, text }).toEqual({ asked: 1, sent: 4, text: "Done." });
    expect(JSON.stringify(requests[3]?.headers)).toMatch(/"(Bearer )?k"/);
  });

  test("after the first session of a model the package takes no part in the first turns of others", async () => {
    const played = { turns: 1, sessions: 3 };
    const { asked, requests } = await run(api, () => ({ text: "Done.", usage }), played);
    expect({ asked, sent: requests.length }).toEqual({ asked: 1, sent: 3 });
    expect(JSON.stringify(requests[2]?.headers)).toMatch(/"(Bearer )?k"/);
    expect(requests[2]).toMatchObject({ system: "You are test 3.", tools: [{ name: "look" }] });
    expect(requests[2]?.messages).toMatchObject([{ role: "user", text: "Look around 3" }]);
  });

  test("a system prompt that cannot be told from what stands around it teaches nothing", async () => {
    const system = (number: number): string => (number === 1 ? "system" : "You are a test.");
    const played = { turns: 1, sessions: 3, system };
    const { asked, requests } = await run(api, () => ({ text: "Done.", usage }), played);
    expect(asked).toBe(2);
    expect(requests.map((request) => request.system)).toEqual(["system", system(2), system(3)]);
  });
});

test.each(["messages", "responses", "chat of others"] as const)(
  "reasoning over %s needs no package",
  async (api) => {
    const reasoning = { text: "Hm.", signature: "sig-1" };
    const script: ModelHandler = ({ number }) => ({ reasoning, ...call(`c${number}`), usage });
    const { asked, requests } = await run(api, script, { turns: 3 });
    expect({ asked, sent: requests.length }).toEqual({ asked: 1, sent: 3 });
    expect(JSON.stringify(requests[2]?.body)).toMatch(/sig-1|"Hm\."/);
  },
);

test("a reply that is not plain is asked for once, and the package reads it", async () => {
  const script: ModelHandler = ({ number }) =>
    number === 2 ? { text: "So.", calls: [{ id: "", name: "look" }] } : { ...call(`c${number}`), usage };
  const { asked, requests, text } = await run("chat of others", script, { turns: 2 });
  expect({ asked, sent: requests.length, text }).toEqual({ asked: 2, sent: 2, text: "So." });
});

test.each(every)("a result that is an error needs no package over %s", async (api) => {
  const script: ModelHandler = ({ number }) =>
    number === 1 ? { ...call("c1"), usage } : { text: "Done.", usage };
  const result = toolError("tool_failed", "It is not there.");
  const { asked, requests } = await run(api, script, { turns: 2, result });
  expect({ asked, sent: requests.length }).toEqual({ asked: 1, sent: 2 });
});

test("what a package writes because there are tools is in every request with tools, whoever writes it", async () => {
  const parts = [{ type: "text", length: 3, options: { lab: { mark: 1 } } }];
  const played = { turns: 2, sessions: 2, model: "gpt-5.6", parts };
  const { asked, requests } = await run("chat", () => ({ text: "Yes", usage }), played);
  expect(asked).toBe(3);
  const none = { reasoning_effort: "none" };
  expect(requests.map(({ body }) => body)).toMatchObject([none, none, none, none]);
});
