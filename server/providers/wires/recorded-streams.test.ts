import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTick } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { Message } from "../../contract/message.ts";
import type { ModelPort } from "../../engine/ports.ts";
import { callIdsOf } from "../../engine/transcript.ts";
import { type Api, portsOf } from "../../testing/both-ways.ts";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  server = undefined;
});

/** Answers requests with these bytes in turns, a few at a time: characters and events are cut wherever it happens. */
async function play(...streams: readonly string[]): Promise<string> {
  let count = 0;
  server = createServer(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const bytes = Buffer.from(streams[count % streams.length] ?? "");
    count += 1;
    for (let start = 0; start < bytes.length; start += 61) {
      response.write(bytes.subarray(start, start + 61));
      await nextTick();
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const task: Message = { role: "user", text: "Go on" };

async function ask(port: ModelPort, messages: readonly Message[] = [task]) {
  let text = "";
  const asked = port.respond({
    system: "",
    messages,
    takenIds: callIdsOf(messages),
    tools: [],
    signal: new AbortController().signal,
    onText(part) {
      text += part;
    },
    onRetry: () => undefined,
  });
  const reply = await asked.catch((error: Error & { code?: string }) => ({ failed: error.code }));
  return { reply, text };
}

const data = (...events: readonly unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const named = (...events: readonly { readonly type: string }[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const chat = (delta: object, more: object = {}) => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
});
const chatEnd = `${data({ ...chat({}), choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`;

const opening = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 7, cache_read_input_tokens: 3, cache_creation_input_tokens: 2, output_tokens: 1 },
  },
};
const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const ending = (stop_reason: string) => [
  {
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null },
    usage: { input_tokens: 9, output_tokens: 12, cache_read_input_tokens: null },
  },
  { type: "message_stop" },
];

const created = { type: "response.created", response: { id: "r1", created_at: 1, model: "m" } };
const done = (output_index: number, item: object) => ({
  type: "response.output_item.done",
  output_index,
  item,
});
const added = (output_index: number, item: object) => ({
  type: "response.output_item.added",
  output_index,
  item,
});
const said = (output_index: number, delta: string) => ({
  type: "response.output_text.delta",
  item_id: `m${output_index}`,
  output_index,
  content_index: 0,
  delta,
});
const completed = (more: object = {}) => ({
  type: "response.completed",
  response: {
    id: "r1",
    created_at: 1,
    model: "m",
    usage: {
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 3,
      output_tokens_details: { reasoning_tokens: 1 },
    },
    ...more,
  },
});
const message = (index: number, text: string) => [
  added(index, { type: "message", id: `m${index}`, role: "assistant", content: [] }),
  said(index, text.slice(0, 2)),
  said(index, text.slice(2)),
  done(index, {
    type: "message",
    id: `m${index}`,
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [] }],
  }),
];
const functionCall = (index: number, name: string, args: string) => {
  const item = { type: "function_call", id: `f${index}`, call_id: `c${index}`, name };
  return [
    added(index, { ...item, arguments: "" }),
    {
      type: "response.function_call_arguments.delta",
      item_id: `f${index}`,
      output_index: index,
      delta: args,
    },
    done(index, { ...item, arguments: args, status: "completed" }),
  ];
};

const source = {
  ...{ type: "url_citation", url: "https://example.com", title: "x" },
  ...{ start_index: 0, end_index: 3 },
};

const candidate = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
  usageMetadata: {
    promptTokenCount: 9,
    cachedContentTokenCount: 4,
    candidatesTokenCount: 3,
    thoughtsTokenCount: 2,
    totalTokenCount: 14,
  },
});

const recorded: readonly (readonly [api: Api, name: string, stream: string])[] = [
  [
    "chat",
    "comments, CRLF and characters that are cut in two",
    `: connected\r\n\r\n${data(chat({ role: "assistant", content: "Für 🐝" }), chat({ content: " und 蜂" })).replaceAll("\n", "\r\n")}: ping\n\n${chatEnd}`,
  ],
  [
    "chat",
    "a refusal",
    data(chat({ role: "assistant", content: "", refusal: null }), chat({ content: "No." })) + chatEnd,
  ],
  [
    "chat",
    "a refusal in a member of its own",
    data(chat({ role: "assistant", content: "", refusal: null }), chat({ refusal: "No." })) + chatEnd,
  ],
  [
    "chat of others",
    "a refusal in a member of its own",
    data(chat({ role: "assistant", content: "", refusal: null }), chat({ refusal: "No." })) + chatEnd,
  ],
  [
    "chat",
    "parallel calls whose arguments come by turns",
    data(
      chat({
        tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "look", arguments: "" } }],
      }),
      chat({
        tool_calls: [{ index: 1, id: "b", type: "function", function: { name: "find", arguments: "" } }],
      }),
      chat({ tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] }),
      chat({ tool_calls: [{ index: 1, function: { arguments: '{"y":2}' } }] }),
      { ...chat({}), choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
      {
        ...chat({}),
        choices: [],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 3,
          total_tokens: 12,
          prompt_tokens_details: { cached_tokens: 4 },
          completion_tokens_details: { reasoning_tokens: 2 },
        },
      },
    ),
  ],
  [
    "chat",
    "an error before anything else",
    data({ error: { message: "No quota", type: "insufficient_quota", code: "insufficient_quota" } }),
  ],
  [
    "chat",
    "an error after the first words",
    data(chat({ content: "We" }), { error: { message: "Oops", type: "server_error" } }),
  ],
  [
    "chat of others",
    "reasoning beside the text",
    data(chat({ reasoning_content: "Hm, " }), chat({ reasoning_content: "so." }), chat({ content: "Yes." })) +
      chatEnd,
  ],
  [
    "chat of others",
    "reasoning under its other name",
    data(chat({ reasoning: "Hm." }), chat({ content: "Yes." })) + chatEnd,
  ],
  [
    "chat of others",
    "a call with a signature of Google's",
    data(
      chat({
        tool_calls: [
          {
            index: 0,
            id: "a",
            type: "function",
            function: { name: "look", arguments: "{}" },
            extra_content: { google: { thought_signature: "sig" } },
          },
        ],
      }),
    ) + chatEnd,
  ],
  ["chat of others", "a stream that is no JSON", "data: {oops\n\n"],
  [
    "messages",
    "thinking with its signature, hidden thinking, text and two calls",
    named(
      opening,
      { type: "ping" },
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking: "Hm, " },
        { type: "thinking_delta", thinking: "蜂." },
        { type: "signature_delta", signature: "sig-1" },
      ),
      ...block(1, { type: "redacted_thinking", data: "hidden" }),
      ...block(
        2,
        { type: "text", text: "" },
        { type: "text_delta", text: "Für " },
        { type: "text_delta", text: "🐝" },
      ),
      ...block(
        3,
        { type: "tool_use", id: "t1", name: "look", input: {} },
        { type: "input_json_delta", partial_json: "" },
        { type: "input_json_delta", partial_json: '{"what":' },
        { type: "input_json_delta", partial_json: '"here"}' },
      ),
      ...block(4, { type: "tool_use", id: "t2", name: "find", input: {} }),
      ...ending("tool_use"),
    ),
  ],
  ["messages", "a refusal", named(opening, ...ending("refusal"))],
  [
    "messages",
    "a refusal with its reason",
    named(
      opening,
      {
        type: "message_delta",
        delta: {
          stop_reason: "refusal",
          stop_sequence: null,
          stop_details: { type: "refusal", category: "cyber", explanation: "No." },
        },
        usage: { output_tokens: 3 },
      } as { readonly type: string },
      { type: "message_stop" },
    ),
  ],
  [
    "messages",
    "a call that the model makes by itself, text without words, and counted thoughts",
    named(
      opening,
      ...block(0, { type: "text", text: "" }),
      ...block(
        1,
        { type: "tool_use", id: "t1", name: "look", input: {}, caller: { type: "direct" } },
        { type: "input_json_delta", partial_json: '{"what":"here"}' },
      ),
      {
        type: "message_delta",
        delta: { stop_reason: "tool_use", stop_sequence: null },
        usage: { output_tokens: 12, output_tokens_details: { thinking_tokens: 5 }, service_tier: "standard" },
      } as { readonly type: string },
      { type: "message_stop" },
    ),
  ],
  [
    "messages",
    "text with its sources",
    named(
      opening,
      ...block(
        0,
        { type: "text", text: "", citations: [] },
        { type: "text_delta", text: "Yes." },
        {
          type: "citations_delta",
          citation: {
            type: "web_search_result_location",
            cited_text: "Yes",
            url: "https://example.com",
            title: null,
            encrypted_index: "i",
          },
        },
      ),
      ...ending("end_turn"),
    ),
  ],
  [
    "messages",
    "counts of several steps",
    named(
      opening,
      ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "Yes." }),
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: {
          input_tokens: 9,
          output_tokens: 2,
          iterations: [{ type: "message", input_tokens: 20, output_tokens: 4 }],
        },
      } as { readonly type: string },
      { type: "message_stop" },
    ),
  ],
  [
    "messages",
    "a reply that was cut off inside the arguments",
    named(
      opening,
      ...block(
        0,
        { type: "tool_use", id: "t1", name: "look", input: {} },
        { type: "input_json_delta", partial_json: '{"wh' },
      ),
      ...ending("max_tokens"),
    ),
  ],
  [
    "messages",
    "an overload before anything else",
    named({ type: "error", ...{ error: { type: "overloaded_error", message: "Overloaded" } } }),
  ],
  [
    "messages",
    "a wrong key before anything else",
    named({ type: "error", ...{ error: { type: "authentication_error", message: "No" } } }),
  ],
  [
    "messages",
    "an error after the first words",
    named(opening, ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "We" }), {
      type: "error",
      ...{ error: { type: "api_error", message: "Oops" } },
    }),
  ],
  [
    "messages",
    "an end without an end",
    named(opening, ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "We" })),
  ],
  [
    "responses",
    "encrypted reasoning with a summary, text and two calls",
    named(
      created,
      added(0, { type: "reasoning", id: "r0", encrypted_content: null, summary: [] }),
      {
        type: "response.reasoning_summary_part.added",
        ...{ item_id: "r0", output_index: 0, summary_index: 0 },
      },
      {
        type: "response.reasoning_summary_text.delta",
        ...{ item_id: "r0", output_index: 0, summary_index: 0, delta: "Hm." },
      },
      {
        type: "response.reasoning_summary_part.done",
        ...{ item_id: "r0", output_index: 0, summary_index: 0 },
      },
      done(0, {
        type: "reasoning",
        id: "r0",
        encrypted_content: "sealed",
        summary: [{ type: "summary_text", text: "Hm." }],
      }),
      ...message(1, "Für 🐝"),
      ...functionCall(2, "look", '{"x":1}'),
      ...functionCall(3, "find", "{}"),
      completed(),
    ),
  ],
  [
    "responses",
    "a refusal",
    named(
      created,
      added(0, { type: "message", id: "m0", role: "assistant", phase: "final_answer", content: [] }),
      {
        type: "response.refusal.delta",
        ...{ item_id: "m0", output_index: 0, content_index: 0, delta: "No." },
      },
      done(0, {
        ...{ type: "message", id: "m0", role: "assistant", phase: "final_answer" },
        content: [{ type: "refusal", refusal: "No." }],
      }),
      completed(),
    ),
  ],
  [
    "responses",
    "a phase",
    named(
      created,
      added(0, { type: "message", id: "m1", role: "assistant", phase: "commentary", content: [] }),
      said(0, "Yes."),
      done(0, {
        ...{ type: "message", id: "m1", role: "assistant", phase: "commentary" },
        content: [{ type: "output_text", text: "Yes.", annotations: [] }],
      }),
      completed(),
    ),
  ],
  [
    "responses",
    "text with its sources",
    named(
      created,
      added(0, { type: "message", id: "m0", role: "assistant", content: [] }),
      said(0, "Yes."),
      {
        type: "response.output_text.annotation.added",
        ...{ item_id: "m0", output_index: 0, content_index: 0, annotation_index: 0, annotation: source },
      },
      done(0, {
        ...{ type: "message", id: "m0", role: "assistant" },
        content: [{ type: "output_text", text: "Yes.", annotations: [source] }],
      }),
      completed(),
    ),
  ],
  [
    "responses",
    "counts of what was written to the cache",
    named(
      created,
      ...message(0, "Yes."),
      completed({
        usage: {
          input_tokens: 9,
          input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
          output_tokens: 3,
          output_tokens_details: null,
          total_tokens: 12,
        },
      }),
    ),
  ],
  [
    "responses",
    "an error before anything else",
    named(created, {
      type: "error",
      ...{
        error: { type: "invalid_request_error", code: "invalid_prompt", message: "No", param: null },
        sequence_number: 1,
      },
    }),
  ],
  [
    "responses",
    "a failure after the first words",
    named(created, ...message(0, "We").slice(0, 2), {
      type: "response.failed",
      ...{ response: { error: { code: "server_error", message: "Oops" } } },
    }),
  ],
  [
    "responses",
    "a reply that was cut off",
    named(created, ...message(0, "It is d"), {
      type: "response.incomplete",
      response: { ...completed().response, incomplete_details: { reason: "max_output_tokens" } },
    } as { readonly type: string }),
  ],
  ["responses", "an end without an end", named(created, ...message(0, "We"))],
  [
    "google",
    "thoughts, text in pieces, and calls with their signatures",
    data(
      candidate([{ text: "Hm, ", thought: true }]),
      candidate([{ text: "so.", thought: true }]),
      candidate([{ text: "Für " }]),
      candidate([{ text: "🐝" }]),
      candidate([
        { functionCall: { name: "look", args: { x: 1 }, id: "a" }, thoughtSignature: "sig-1" },
        { functionCall: { name: "find", args: {}, id: "b" } },
      ]),
      candidate([{ text: "" }], { finishReason: "STOP" }),
    ),
  ],
  [
    "google",
    "a signature that comes after its text",
    data(
      candidate([{ text: "Yes." }]),
      candidate([{ text: "", thoughtSignature: "sig-2" }], { finishReason: "STOP" }),
    ),
  ],
  [
    "google",
    "a prompt that is blocked",
    data({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 3 } }),
  ],
  [
    "google",
    "an error after the first words",
    data(candidate([{ text: "We" }]), { error: { code: 503, message: "Oops", status: "UNAVAILABLE" } }),
  ],
  ["google", "an end without an end", data(candidate([{ text: "We" }]))],
];

test.each(recorded)("%s: %s comes out as the package's own stream has it", async (api, _name, stream) => {
  const [lean, streamed] = portsOf(api, await play(stream));
  const mine = await ask(lean);
  expect(mine).toEqual(await ask(streamed));
  expect(mine.reply).toBeDefined();
});

test.each(recorded)(
  "%s: %s comes out the same in the first turn of another session",
  async (...recording) => {
    const [api, , stream] = recording;
    const [lean, streamed, another] = portsOf(api, await play(stream));
    await ask(lean, [{ role: "user", text: "Hello" }]);
    expect(await ask(another)).toEqual(await ask(streamed));
  },
);

const counts = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
const usages: readonly (readonly [name: string, usage: object])[] = [
  ["the usual counts", counts],
  ["counts with details", { ...counts, prompt_tokens_details: { cached_tokens: 4, audio_tokens: null } }],
  ["counts without details", { ...counts, prompt_tokens_details: null, completion_tokens_details: null }],
  [
    "counts of what was written to the cache",
    { ...counts, prompt_tokens_details: { cache_write_tokens: 2 } },
  ],
  ["counts that are none", { ...counts, prompt_tokens: "9" }],
];
const ofChat = recorded
  .filter(([api]) => api.startsWith("chat"))
  .flatMap(([api, name, stream]) => usages.map(([kind, usage]) => [api, name, kind, stream, usage] as const));

// Later turns are where the package is not asked, as long as nothing but text, calls and usual counts comes.
test.each(ofChat)(
  "%s: %s with %s comes out the same in a later turn",
  async (...[api, , , stream, usage]) => {
    const counted = `${data({ ...chat({}), choices: [], usage })}data: [DONE]\n\n`;
    const url = await play(
      data(chat({ content: "First." })) + chatEnd,
      stream.replace("data: [DONE]\n\n", counted),
    );
    const answers: unknown[] = [];
    const [lean, streamed] = portsOf(api, url);
    for (const port of [lean, streamed]) {
      await ask(port);
      answers.push(await ask(port, [task, { role: "assistant", text: "First.", calls: [] }, task]));
    }
    expect(answers[0]).toEqual(answers[1]);
  },
);
