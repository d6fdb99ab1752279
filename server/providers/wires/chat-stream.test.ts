import { expect, test } from "vitest";
import { BrokenStreamError, OversizedReplyError } from "../read-reply.ts";
import { ChatStream } from "./chat-stream.ts";
import { createEventLines } from "./event-lines.ts";

const delta = (value: object, finish: string | null = null) =>
  JSON.stringify({ id: "r", choices: [{ index: 0, delta: value, finish_reason: finish }] });

function read(...chunks: readonly string[]) {
  const texts: string[] = [];
  const stream = new ChatStream((text) => texts.push(text), { hasReasoning: true });
  for (const chunk of chunks) stream.add(chunk);
  return { message: JSON.parse(stream.finish()).choices[0].message, texts };
}

test("events that are cut anywhere, even inside a character, are read whole", () => {
  const seen: string[] = [];
  const feed = createEventLines((data) => seen.push(data));
  const bytes = Buffer.from(
    'event: x\r\ndata: {"a":"Für 🐝"}\r\n\r\n: ping\n\ndata:{"b":1}\n\ndata: [DONE]\n\n',
  );
  for (const byte of bytes) feed(Buffer.of(byte));
  expect(seen).toEqual(['{"a":"Für 🐝"}', '{"b":1}', "[DONE]"]);
});

test("calls that stream side by side are told apart by their index, or their id where there is none", () => {
  const { message } = read(
    delta({ tool_calls: [{ index: 0, id: "a", function: { name: "look", arguments: '{"x"' } }] }),
    delta({ tool_calls: [{ index: 1, id: "b", function: { name: "find", arguments: "{}" } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: ":1}" } }] }),
    delta({ tool_calls: [{ id: "c", function: { name: "last", arguments: "{" } }] }),
    delta({ tool_calls: [{ id: "c", function: { arguments: "}" } }] }, "tool_calls"),
  );
  expect(
    message.tool_calls.map((call: { function: { name: string; arguments: string } }) => call.function),
  ).toEqual([
    { name: "look", arguments: '{"x":1}' },
    { name: "find", arguments: "{}" },
    { name: "last", arguments: "{}" },
  ]);
});

test("reasoning, refusals and parts instead of text are kept", () => {
  expect(read(delta({ reasoning_content: "Hm" }), delta({ content: "Yes" }, "stop")).message).toMatchObject({
    reasoning_content: "Hm",
    content: "Yes",
  });
  expect(read(delta({ refusal: "No." }, "stop"))).toMatchObject({
    message: { refusal: "No." },
    texts: ["No."],
  });
  const thinking = { type: "thinking", thinking: [{ type: "text", text: "Hm" }] };
  const parts = read(
    delta({ content: [thinking] }),
    delta({ content: [{ type: "text", text: "Yes" }] }, "stop"),
  );
  expect(parts).toMatchObject({
    message: { content: [thinking, { type: "text", text: "Yes" }] },
    texts: ["Yes"],
  });
});

test("what is no reply is a broken stream, and a flood is ended", () => {
  expect(() => read("{")).toThrow(BrokenStreamError);
  expect(() => read("7")).toThrow(BrokenStreamError);
  expect(() => read(delta({ content: "never ends" }))).toThrow(BrokenStreamError);
  expect(() => read(JSON.stringify({ error: { message: "out of memory" } }))).toThrow("out of memory");
  const flood = delta({ content: "x".repeat(1_000_000) });
  expect(() => read(flood, flood, flood, flood, flood)).toThrow(OversizedReplyError);
  expect(() => read(delta({ tool_calls: [{ index: 9_999 }] }))).toThrow(OversizedReplyError);
});
