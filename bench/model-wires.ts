import { CHUNK, callsOf, type ModelScript } from "./model-script.ts";

/** Server-sent events of a long answer that go into one write to the socket. */
const EVENTS_A_WRITE = 32;

/** A whole reply as the pieces that are written one after the other. */
export type WireReply = readonly Buffer[];

const USAGE = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

/** The reply as a Chat Completions stream. */
export function toChatCompletions(script: ModelScript, turn: number): WireReply {
  const head = {
    id: `chatcmpl-${script.id}-${turn}`,
    object: "chat.completion.chunk",
    created: 1,
    model: "fake",
  };
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const calls = callsOf(script, turn);
  const events = [chunk({ role: "assistant", content: calls.length > 0 ? null : "" })];
  for (const [index, call] of calls.entries()) {
    const opening = { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } };
    events.push(
      chunk({ tool_calls: [opening] }),
      chunk({ tool_calls: [{ index, function: { arguments: call.input } }] }),
    );
  }
  if (calls.length === 0)
    for (let count = 0; count < script.chunks; count += 1) events.push(chunk({ content: CHUNK }));
  events.push(chunk({}, calls.length > 0 ? "tool_calls" : "stop"));
  events.push(`data: ${JSON.stringify({ ...head, choices: [], usage: USAGE })}\n\n`, "data: [DONE]\n\n");
  return gather(events);
}

/** The reply as a Messages stream. */
export function toMessages(script: ModelScript, turn: number): WireReply {
  const event = (value: { readonly type: string; readonly [key: string]: unknown }): string =>
    `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
  const calls = callsOf(script, turn);
  const usage = { input_tokens: 10, output_tokens: 1 };
  const message = {
    id: `msg_${script.id}_${turn}`,
    type: "message",
    role: "assistant",
    model: "fake",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const events = [event({ type: "message_start", message })];
  for (const [index, call] of calls.entries()) {
    const block = { type: "tool_use", id: call.id, name: call.name, input: {} };
    events.push(event({ type: "content_block_start", index, content_block: block }));
    events.push(
      event({
        type: "content_block_delta",
        index,
        delta: { type: "input_json_delta", partial_json: call.input },
      }),
    );
    events.push(event({ type: "content_block_stop", index }));
  }
  if (calls.length === 0) {
    events.push(event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }));
    const delta = event({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: CHUNK },
    });
    for (let count = 0; count < script.chunks; count += 1) events.push(delta);
    events.push(event({ type: "content_block_stop", index: 0 }));
  }
  const stop = { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null };
  events.push(
    event({ type: "message_delta", delta: stop, usage: { output_tokens: 10 } }),
    event({ type: "message_stop" }),
  );
  return gather(events);
}

function gather(events: readonly string[]): WireReply {
  const pieces: Buffer[] = [];
  for (let start = 0; start < events.length; start += EVENTS_A_WRITE) {
    pieces.push(Buffer.from(events.slice(start, start + EVENTS_A_WRITE).join("")));
  }
  return pieces;
}
