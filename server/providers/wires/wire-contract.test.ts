import { afterEach, describe, expect, test } from "vitest";
import type { CallId } from "../../contract/ids.ts";
import type { AssistantMessage, Message } from "../../contract/message.ts";
import type { ListedTool } from "../../contract/tool-array.ts";
import { okText, toolError } from "../../contract/tool-result.ts";
import type { ModelPort } from "../../engine/ports.ts";
import { callIdsOf } from "../../engine/transcript.ts";
import { type Api, apis, portsOf } from "../../testing/both-ways.ts";
import type { ModelHandler, ModelScript } from "../../testing/model-script.ts";
import { type ModelServer, startModelServer } from "../../testing/model-server.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
async function serve(handler: ModelHandler): Promise<ModelServer> {
  server = await startModelServer({ handler });
  return server;
}

const tools: readonly ListedTool[] = ["look", "find"].map((name) => ({
  name,
  description: `${name}s`,
  inputSchema: { type: "object", properties: { what: { type: "string" } } },
  origin: { kind: "builtin", id: "x" },
}));
const task: Message = { role: "user", text: "Look around" };

async function ask(port: ModelPort, messages: readonly Message[] = [task], listed = tools) {
  const texts: string[] = [];
  const asked = port.respond({
    system: "You are a test.",
    messages,
    takenIds: callIdsOf(messages),
    tools: listed,
    signal: new AbortController().signal,
    onText: (text) => texts.push(text),
    onRetry: () => undefined,
  });
  const reply = await asked.catch((error: Error & { code?: string }) => ({ failed: error.code }));
  return { reply, text: texts.join("") };
}

const replies: readonly (readonly [name: string, script: ModelScript])[] = [
  ["a text", { text: "It is done. Für 🐝.", usage: { input: 9, cached: 4, output: 3 } }],
  ["one call", { calls: [{ id: "c1", name: "look", input: { what: "here" } }] }],
  [
    "text and calls",
    {
      text: "Let me see.",
      calls: [
        { id: "c2", name: "look", input: {} },
        { id: "c3", name: "find", input: { what: "it" } },
      ],
    },
  ],
  ["a call without arguments", { calls: [{ id: "c4", name: "look", rawInput: "" }] }],
  ["malformed arguments", { calls: [{ id: "c5", name: "look", rawInput: '{"what": "he' }] }],
  ["a reply that was cut off", { text: "It is d", finish: "length" }],
  [
    "signed reasoning",
    {
      reasoning: { text: "Hm.", signature: "sig-1" },
      text: "So.",
      calls: [{ id: "c6", name: "look", input: { what: "x" } }],
    },
  ],
  [
    "two calls of one name",
    {
      calls: [
        { id: "c7", name: "look", input: { what: "a" } },
        { id: "c8", name: "look", input: { what: "b" } },
      ],
    },
  ],
  [
    "a call that stands for several",
    {
      calls: [
        {
          id: "c9",
          name: "parallel",
          input: { tool_uses: [{ recipient_name: "functions.look", parameters: { what: "x" } }] },
        },
      ],
    },
  ],
  ["a refusal by a filter", { text: "No.", finish: "refused" }],
  ["a stream that ends early", { text: "It is", breakAfterText: "end" }],
  ["an error inside the stream", { text: "It is", breakAfterText: "error" }],
  ["a cut connection", { text: "It is", breakAfterText: "cut" }],
  ["a refused key", { status: 401 }],
  ["too many requests", { status: 429, headers: { "retry-after": "1" } }],
  ["a server error that is no JSON", { status: 500, body: "<html>" }],
];

/** What a provider attached to the parts of an answer, as it is stored. */
const attached = {
  messages: [
    { type: "reasoning", text: "Hm.", options: { anthropic: { signature: "sig-1" } } },
    { type: "reasoning", text: "", options: { anthropic: { redactedData: "hidden" } } },
    { type: "text", length: 3 },
    { type: "call", index: 0, options: { anthropic: { caller: { type: "direct" } } } },
    { type: "call", index: 1 },
  ],
  responses: [
    { type: "reasoning", text: "Hm.", options: { openai: sealed("r0", "seal-0") } },
    { type: "reasoning", text: "So.", options: { openai: sealed("r0", "seal-0") } },
    { type: "reasoning", text: "", options: { openai: sealed("r1", "seal-1") } },
    { type: "reasoning", text: "?", options: { openai: sealed("r2", null) } },
    { type: "text", length: 3, options: { openai: { itemId: "m0", phase: "commentary" } } },
    { type: "call", index: 0, options: { openai: { itemId: "f0" } } },
    { type: "call", index: 1 },
  ],
};

function sealed(itemId: string, reasoningEncryptedContent: string | null) {
  return { itemId, reasoningEncryptedContent };
}

const [look, find] = ["k1" as CallId, "k2" as CallId];
test.each([
  ["messages", "anthropic", attached.messages],
  ["messages", "anthropic", attached.messages.toReversed()],
  ["responses", "openai", attached.responses],
  ["responses", "openai", attached.responses.filter((part) => !JSON.stringify(part).includes("null"))],
] as const)("over %s what was attached to an answer goes back as the package sends it", async (...given) => {
  const [api, provider, parts] = given;
  const { requests } = await serve(() => ({ text: "ok" }));
  const [lean, streamed, another] = portsOf(api, String(server?.url));
  const calls = [look, find].map((callId) => ({ callId, name: "look", input: {} }));
  const messages: readonly Message[] = [
    task,
    { role: "assistant", text: "Yes", calls, providerParts: { provider, parts } },
    { role: "tool", callId: look, name: "look", result: okText("seen") },
    { role: "tool", callId: find, name: "look", result: toolError("tool_failed", "Gone") },
    { role: "user", text: "And now?" },
  ];
  await ask(lean);
  await ask(another, messages);
  await ask(streamed, messages);
  expect(requests[1]?.body).toEqual(requests[2]?.body);
});

const resultOf = (turn: number) =>
  turn % 2 === 0 ? okText(`seen ${turn}`) : toolError("tool_failed", `Gone "${turn}"`, "Look again.");

describe.each(Object.keys(apis) as Api[])("over %s", (api) => {
  test.each(replies)("%s comes out as the package's own stream has it", async (_name, script) => {
    await serve(() => script);
    const [lean, streamed] = portsOf(api, String(server?.url));
    expect(await ask(lean)).toEqual(await ask(streamed));
  });

  test.each(replies)("%s comes out the same in a later turn", async (_name, script) => {
    const { requests } = await serve(({ number }) => (number % 2 === 1 ? { text: "First." } : script));
    const later: Message[] = [task, { role: "assistant", text: "First.", calls: [] }];
    const answers: unknown[] = [];
    const [lean, streamed] = portsOf(api, String(server?.url));
    for (const port of [lean, streamed]) {
      await ask(port);
      answers.push(await ask(port, [...later, { role: "user", text: "And then?" }]));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(requests).toHaveLength(4);
    expect(requests[1]?.body).toEqual(requests[3]?.body);
  });

  test.each(replies)("%s comes out the same in the first turn of another session", async (_name, script) => {
    const { requests } = await serve(({ number }) => (number === 1 ? { text: "First." } : script));
    const [lean, streamed, another] = portsOf(api, String(server?.url));
    await ask(lean, [{ role: "user", text: "Hello" }]);
    expect(await ask(another)).toEqual(await ask(streamed));
    expect(requests[1]?.body).toEqual(requests[2]?.body);
    expect(requests[1]?.headers["authorization"]).toBe(requests[2]?.headers["authorization"]);
    expect(requests[1]?.headers["x-api-key"]).toBe(requests[2]?.headers["x-api-key"]);
  });

  test("the request is the one the package would have streamed, turn after turn", async () => {
    const { requests } = await serve(({ number }) =>
      number > 9
        ? { text: "ok" }
        : { calls: [{ id: `c-${Math.ceil(number / 3)}`, name: "look", input: { what: "x" } }] },
    );
    const [lean, streamed, another] = portsOf(api, String(server?.url));
    const messages: Message[] = [task];
    for (let turn = 0; turn < 4; turn += 1) {
      const { reply } = await ask(lean, [...messages]);
      await ask(another, [...messages]);
      await ask(streamed, [...messages]);
      const [mine, others, packages] = requests.slice(-3);
      expect(mine?.body).toEqual(packages?.body);
      expect(others?.body).toEqual(packages?.body);
      expect(mine?.headers["anthropic-beta"]).toBe(packages?.headers["anthropic-beta"]);
      expect(others?.headers["anthropic-beta"]).toBe(packages?.headers["anthropic-beta"]);
      const message = (reply as { readonly message: AssistantMessage }).message;
      messages.push(message);
      for (const { callId, name } of message.calls) {
        messages.push({ role: "tool", callId: callId as CallId, name, result: resultOf(turn) });
      }
      if (turn === 1) messages.push({ role: "user", text: "And hurry." });
    }
    expect(requests).toHaveLength(12);
  });

  test("a transcript that changed in its middle is sent as it now is", async () => {
    const { requests } = await serve(() => ({ text: "ok" }));
    const [lean, streamed] = portsOf(api, String(server?.url));
    const first: Message = { role: "assistant", text: "first", calls: [] };
    await ask(lean, [task, first, { role: "user", text: "on" }]);
    const changed: Message[] = [task, { role: "user", text: "In short: nothing yet." }];
    await ask(lean, changed);
    await ask(streamed, changed);
    expect(requests[1]?.body).toEqual(requests[2]?.body);
    expect(JSON.stringify(requests[1]?.body)).not.toContain("first");
  });

  test("calls at the same time do not mix what they send", async () => {
    const { requests } = await serve(() => ({ text: "ok" }));
    const [lean] = portsOf(api, String(server?.url));
    const asked = ["one", "two", "three"].map((text) => ask(lean, [{ role: "user", text }]));
    await Promise.all(asked);
    const sent = requests.map(({ messages }) => messages.map((message) => message.text).join());
    expect(sent.toSorted()).toEqual(["one", "three", "two"]);
  });

  test("a failed attempt is repeated with everything it held", async () => {
    const { requests } = await serve(({ number }) =>
      number === 1 ? { status: 400, body: "no" } : { text: "ok" },
    );
    const [lean] = portsOf(api, String(server?.url));
    await ask(lean);
    await ask(lean);
    expect(requests[1]?.body).toEqual(requests[0]?.body);
  });

  test("other tools are other tools, and none are none", async () => {
    const { requests } = await serve(() => ({ text: "ok" }));
    const [lean] = portsOf(api, String(server?.url));
    await ask(lean);
    await ask(lean, [task], tools.slice(0, 1));
    await ask(lean, [task], []);
    await ask(lean);
    expect(requests.map((request) => request.tools.map(({ name }) => name))).toEqual([
      ["look", "find"],
      ["look"],
      [],
      ["look", "find"],
    ]);
  });
});
