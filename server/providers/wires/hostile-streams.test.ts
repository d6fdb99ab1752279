import { describe, expect, test } from "vitest";
import { BrokenStreamError, OversizedReplyError } from "../read-reply.ts";
import { ChatStream } from "./chat-stream.ts";
import { createEventLines } from "./event-lines.ts";
import { GoogleStream } from "./google-stream.ts";
import { MessagesStream } from "./messages-stream.ts";
import { ResponsesStream } from "./responses-stream.ts";
import type { ReplyStream } from "./wire-format.ts";

/** A server may send whatever it likes, for as long as it likes. */

type Event = (index: number) => object;
const open = {
  chat: () => new ChatStream(() => undefined, { hasReasoning: true }),
  messages: () => new MessagesStream(() => undefined),
  responses: () => new ResponsesStream(() => undefined),
  google: () => new GoogleStream(() => undefined),
} as const satisfies Record<string, () => ReplyStream>;

const chat = (delta: object) => ({ choices: [{ delta }] });
const chatCall = (call: object) => chat({ tool_calls: [call] });
const block = (index: unknown, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
});
const grown = (delta: object) => ({ type: "content_block_delta", index: 0, delta });
const item = (output_index: unknown, more: object) => ({
  type: "response.output_item.added",
  output_index,
  item: { type: "function_call", id: "i", ...more },
});
const said = (more: object) => ({ type: "response.output_text.delta", delta: "x", ...more });
const part = (more: object) => ({ candidates: [{ content: { parts: [more] } }] });
const long = "x".repeat(100_000);

/** Each of them goes on for ever. */
const floods: Readonly<Record<keyof typeof open, Readonly<Record<string, Event>>>> = {
  chat: {
    text: () => chat({ content: long }),
    thoughts: () => chat({ reasoning: long }),
    "arguments of one call": () => chatCall({ index: 0, function: { arguments: long } }),
    calls: (index) => chatCall({ index, id: `c${index}`, function: { name: "look", arguments: "{}" } }),
    "calls without a place": (index) => chatCall({ id: `c${index}`, function: { name: "look" } }),
    "calls of one place with ever other ids": () => chatCall({ index: 0, id: long, extra_content: { long } }),
    parts: (index) => chat({ content: [{ type: "image", index }] }),
    "nothing at all": () => ({ choices: [{ delta: { padding: long } }] }),
  },
  messages: {
    text: () => grown({ type: "text_delta", text: long }),
    arguments: () => grown({ type: "input_json_delta", partial_json: long }),
    blocks: (index) => block(index, { type: "tool_use", id: `c${index}`, name: "look" }),
    "blocks with arguments": (index) => block(index % 1_000, { type: "tool_use", input: { long } }),
    "members of the reply": (index) => ({ type: "message_delta", delta: { [`m${index}`]: 1 } }),
    counts: (index) => ({ type: "message_delta", usage: { [`m${index}`]: 1 } }),
    citations: () => grown({ type: "citations_delta", citation: { long } }),
    "nothing at all": () => ({ type: "ping", long }),
  },
  responses: {
    text: () => said({ delta: long }),
    arguments: () => ({ type: "response.function_call_arguments.delta", delta: long }),
    items: (index) => item(index, {}),
    "items with arguments": (index) => item(index % 1_000, { arguments: long }),
    "parts of an item": (content_index) => said({ content_index }),
    "text of ever other items": (output_index) => said({ output_index }),
    "nothing at all": () => ({ type: "response.in_progress", long }),
  },
  google: {
    text: () => part({ text: long }),
    calls: () => part({ functionCall: { name: "look", args: {} } }),
    arguments: () => part({ functionCall: { name: "look", args: { long } } }),
    "members of the reply": (index) => ({ [`m${index}`]: 1 }),
    "members of the candidate": (index) => ({ candidates: [{ [`m${index}`]: 1 }] }),
    "nothing at all": () => ({ candidates: [], responseId: long }),
  },
};
const everyFlood = (Object.keys(floods) as (keyof typeof open)[]).flatMap((api) =>
  Object.entries(floods[api]).map(([what, event]) => ({ api, what, event })),
);

describe("a server that never ends", () => {
  test.each(everyFlood)("is given up: $api, $what", ({ api, event }) => {
    const stream = open[api]();
    stream.add(JSON.stringify(startOf[api]));
    const feed = createEventLines((data) => stream.add(data));
    const pieceOf = (index: number) => Buffer.from(`data: ${JSON.stringify(event(index))}\n\n`);
    const always = event.length === 0 ? pieceOf(0) : undefined;
    const flood = () => {
      for (let index = 0; index < 2_000_000; index += 1) feed(always ?? pieceOf(index));
    };
    expect(flood).toThrow(OversizedReplyError);
  });
});

/** Blocks that the others go on with. */
const startOf: Readonly<Record<keyof typeof open, object>> = {
  chat: chat({}),
  messages: block(0, { type: "tool_use", id: "c", name: "look", text: "" }),
  responses: item(0, {}),
  google: part({ text: "x" }),
};

const odd: readonly unknown[] = [{}, [], 7, true, { length: -1e9 }];
const places: readonly unknown[] = ["__proto__", "constructor", "length", "0", 0.5, {}, [], true];

describe("what stands in the place of a text or a number", () => {
  test.each(odd)("%j is taken for no text", (value) => {
    const events: readonly (readonly [keyof typeof open, object])[] = [
      ["chat", chatCall({ index: 0, id: value })],
      ["chat", chatCall({ index: 0, function: { name: value } })],
      ["chat", chatCall({ index: 0, function: { arguments: value } })],
      ["messages", grown({ type: "text_delta", text: value })],
      ["messages", grown({ type: "thinking_delta", thinking: value })],
      ["messages", grown({ type: "signature_delta", signature: value })],
      ["messages", grown({ type: "input_json_delta", partial_json: value })],
      ["responses", said({ delta: value })],
    ];
    for (const [api, event] of events) {
      const stream = open[api]();
      stream.add(JSON.stringify(startOf[api]));
      expect(() => stream.add(JSON.stringify(event)), `${api} ${JSON.stringify(event)}`).toThrow(
        BrokenStreamError,
      );
    }
  });

  test.each(places)("%j is no place, and changes nothing that others use", (place) => {
    const before = [Object.keys(Array.prototype), Object.keys(Object.prototype)];
    const events: readonly (readonly [keyof typeof open, object])[] = [
      ["chat", chatCall({ index: place, id: "c", extra_content: { a: 1 } })],
      ["messages", block(place, { type: "text" })],
      ["responses", item(place, {})],
      ["responses", said({ output_index: place })],
      ["responses", said({ content_index: place })],
    ];
    for (const [api, event] of events)
      expect(() => open[api]().add(JSON.stringify(event)), JSON.stringify(event)).toThrow(BrokenStreamError);
    expect([Object.keys(Array.prototype), Object.keys(Object.prototype)]).toEqual(before);
  });
});

test("what a model calls an argument does not cost its reply: it comes as it was written", () => {
  const stream = new GoogleStream(() => undefined);
  const args = '{"__proto__":{"constructor":{"prototype":1}}}';
  stream.add(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","args":${args}}}]}}]}`);
  stream.add(
    '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"wait"}}]},"finishReason":"STOP"}]}',
  );
  stream.add('{"candidates":[{"content":{"parts":[{"functionCall":{"args":{"x":1}}}]}}]}');
  expect(stream.inputs()).toEqual([args, "{}"]);
  expect(stream.finish()).not.toContain("constructor");
  expect(JSON.parse(stream.finish()).candidates[0].content.parts).toEqual([
    { functionCall: { name: "look", args: {} } },
    { functionCall: { name: "wait", args: {} } },
    { functionCall: { args: {} } },
  ]);
});

/** What an honest server may send for minutes before it says a word. */
const progress: Readonly<Record<keyof typeof open, readonly object[]>> = {
  chat: [
    chat({ content: "x" }),
    chat({ refusal: "x" }),
    chat({ reasoning_content: "x" }),
    chat({ reasoning: "x" }),
    chatCall({ index: 0, id: "c", function: { name: "f", arguments: "x" } }),
  ],
  messages: [
    block(0, { type: "text", text: "" }),
    grown({ type: "text_delta", text: "x" }),
    grown({ type: "thinking_delta", thinking: "x" }),
    grown({ type: "input_json_delta", partial_json: "x" }),
  ],
  responses: [
    said({}),
    { type: "response.refusal.delta", delta: "x" },
    { type: "response.function_call_arguments.delta", delta: "x" },
    { type: "response.reasoning_summary_text.delta", delta: "x" },
    { type: "response.reasoning_text.delta", delta: "x" },
    item(0, { name: "f", arguments: "" }),
  ],
  google: [part({ text: "x" }), part({ text: "x", thought: true }), part({ functionCall: { name: "f" } })],
};

describe.each(Object.keys(open) as (keyof typeof open)[])("on the %s wire", (kind) => {
  test.each(progress[kind].map((event) => JSON.stringify(event)))("%s counts as progress", (event) => {
    const stream = open[kind]();
    if (kind === "messages") stream.add(JSON.stringify(block(0, { type: "thinking", thinking: "" })));
    const before = stream.size;
    stream.add(event);
    expect(stream.size).toBeGreaterThan(before);
  });
});
