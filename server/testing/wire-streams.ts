import type { ScriptedCall, ScriptedReply, Wire } from "./model-script.ts";

/** One server-sent event: a name where the wire uses names, and its data. */
export interface WireEvent {
  readonly event?: string;
  readonly data: unknown;
  /** Whether the pause between pieces of text belongs in front of it. */
  readonly isText?: boolean;
}

/** A reply as events, split where a break may come: before it what was said, after it calls and the end. */
export interface WireReply {
  readonly said: readonly WireEvent[];
  readonly rest: readonly WireEvent[];
  readonly error: WireEvent;
}

export function toWireReply(wire: Wire, reply: ScriptedReply, number: number): WireReply {
  const calls = (reply.calls ?? []).map((call, index) => ({
    ...call,
    id: call.id ?? `call_${number}_${index + 1}`,
  }));
  const complete = { ...reply, calls };
  switch (wire) {
    case "anthropic":
      return anthropic(complete);
    case "openai-chat":
      return openaiChat(complete);
    case "openai-responses":
      return openaiResponses(complete);
    case "google":
      return google(complete);
  }
}

type CompleteReply = ScriptedReply & { readonly calls: readonly (ScriptedCall & { readonly id: string })[] };

function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

function rawInput({ input, rawInput: raw }: ScriptedCall): string {
  return raw ?? JSON.stringify(input ?? {});
}

/** Arguments arrive in pieces, as they do from real servers. */
function halves(text: string): readonly string[] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== "");
}

function finishOf({ finish, calls }: CompleteReply): "stop" | "calls" | "length" | "refused" {
  return finish ?? (calls.length > 0 ? "calls" : "stop");
}

function anthropic(reply: CompleteReply): WireReply {
  const { usage = {}, text = "", reasoning, calls } = reply;
  const named = (type: string, data: object, isText = false): WireEvent => ({
    event: type,
    data: { type, ...data },
    isText,
  });
  let index = -1;
  const block = (start: object, deltas: readonly object[]): readonly WireEvent[] => {
    index += 1;
    const at = index;
    return [
      named("content_block_start", { index: at, content_block: start }),
      ...deltas.map((delta) => named("content_block_delta", { index: at, delta }, "text" in delta)),
      named("content_block_stop", { index: at }),
    ];
  };
  const counted = {
    input_tokens: usage.input ?? 10,
    cache_read_input_tokens: usage.cached ?? 0,
    cache_creation_input_tokens: usage.cacheWrite ?? 0,
    output_tokens: usage.output ?? 5,
  };
  const stopReasons = { stop: "end_turn", calls: "tool_use", length: "max_tokens", refused: "refusal" };
  return {
    said: [
      named("message_start", {
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "scripted",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...counted, output_tokens: 1 },
        },
      }),
      ...(reasoning
        ? block({ type: "thinking", thinking: "", signature: "" }, [
            { type: "thinking_delta", thinking: reasoning.text },
            { type: "signature_delta", signature: reasoning.signature },
          ])
        : []),
      ...(text
        ? block(
            { type: "text", text: "" },
            piecesOf(text).map((piece) => ({ type: "text_delta", text: piece })),
          )
        : []),
    ],
    rest: [
      ...calls.flatMap((call) =>
        block(
          { type: "tool_use", id: call.id, name: call.name, input: {} },
          halves(rawInput(call)).map((part) => ({ type: "input_json_delta", partial_json: part })),
        ),
      ),
      named("message_delta", {
        delta: { stop_reason: stopReasons[finishOf(reply)], stop_sequence: null },
        usage: { output_tokens: counted.output_tokens },
      }),
      named("message_stop", {}),
    ],
    error: named("error", { error: { type: "overloaded_error", message: "Overloaded" } }),
  };
}

function openaiChat(reply: CompleteReply): WireReply {
  const { usage = {}, text = "", reasoning, calls } = reply;
  const chunk = (choice: object, isText = false): WireEvent => ({
    data: {
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "scripted",
      choices: [{ index: 0, finish_reason: null, ...choice }],
    },
    isText,
  });
  const finishReasons = { stop: "stop", calls: "tool_calls", length: "length", refused: "content_filter" };
  const counted = {
    prompt_tokens: usage.input ?? 10,
    completion_tokens: usage.output ?? 5,
    total_tokens: (usage.input ?? 10) + (usage.output ?? 5),
    prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
  };
  return {
    said: [
      chunk({ delta: { role: "assistant", content: "" } }),
      // What servers of open models add; OpenAI's own does not.
      ...(reasoning ? [chunk({ delta: { reasoning_content: reasoning.text } })] : []),
      ...piecesOf(text).map((piece) => chunk({ delta: { content: piece } }, true)),
    ],
    rest: [
      ...calls.flatMap((call, index) => [
        chunk({
          delta: {
            tool_calls: [
              {
                index,
                ...(call.id && { id: call.id }),
                type: "function",
                function: { name: call.name, arguments: "" },
              },
            ],
          },
        }),
        ...halves(rawInput(call)).map((part) =>
          chunk({ delta: { tool_calls: [{ index, function: { arguments: part } }] } }),
        ),
      ]),
      chunk({ delta: {}, finish_reason: finishReasons[finishOf(reply)] }),
      {
        data: {
          id: "chatcmpl-1",
          object: "chat.completion.chunk",
          created: 1,
          model: "scripted",
          choices: [],
          usage: counted,
        },
      },
      { data: "[DONE]" },
    ],
    error: { data: { error: { message: "The server had an error", type: "server_error", code: null } } },
  };
}

function openaiResponses(reply: CompleteReply): WireReply {
  const { usage = {}, text = "", reasoning, calls } = reply;
  let output = -1;
  const named = (type: string, data: object, isText = false): WireEvent => ({
    event: type,
    data: { type, ...data },
    isText,
  });
  const counted = {
    input_tokens: usage.input ?? 10,
    input_tokens_details: { cached_tokens: usage.cached ?? 0 },
    output_tokens: usage.output ?? 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: (usage.input ?? 10) + (usage.output ?? 5),
  };
  const item = (
    added: object,
    done: object,
    between: (index: number) => readonly WireEvent[],
  ): readonly WireEvent[] => {
    output += 1;
    const at = output;
    return [
      named("response.output_item.added", { output_index: at, item: added }),
      ...between(at),
      named("response.output_item.done", { output_index: at, item: done }),
    ];
  };
  const isCut = finishOf(reply) === "length";
  const end = isCut
    ? { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }
    : { status: "completed", incomplete_details: null };
  return {
    said: [
      named("response.created", { response: { id: "resp_1", created_at: 1, model: "scripted" } }),
      ...(reasoning
        ? item(
            { type: "reasoning", id: "rs_1", encrypted_content: null, summary: [] },
            { type: "reasoning", id: "rs_1", encrypted_content: reasoning.signature, summary: [] },
            () => [],
          )
        : []),
      ...(text
        ? item({ type: "message", id: "msg_1" }, { type: "message", id: "msg_1" }, (at) =>
            piecesOf(text).map((piece) =>
              named(
                "response.output_text.delta",
                { item_id: "msg_1", output_index: at, content_index: 0, delta: piece },
                true,
              ),
            ),
          )
        : []),
    ],
    rest: [
      ...calls.flatMap((call, index) => {
        const base = { type: "function_call", id: `fc_${index + 1}`, call_id: call.id, name: call.name };
        return item(
          { ...base, arguments: "" },
          { ...base, arguments: rawInput(call), status: "completed" },
          (at) =>
            halves(rawInput(call)).map((part) =>
              named("response.function_call_arguments.delta", {
                item_id: base.id,
                output_index: at,
                delta: part,
              }),
            ),
        );
      }),
      named(isCut ? "response.incomplete" : "response.completed", {
        response: { id: "resp_1", ...end, usage: counted },
      }),
    ],
    error: named("error", {
      sequence_number: 1,
      error: { type: "server_error", code: "server_error", message: "The server had an error", param: null },
    }),
  };
}

function google(reply: CompleteReply): WireReply {
  const { usage = {}, text = "", reasoning, calls } = reply;
  const chunk = (parts: readonly object[], more: object = {}, isText = false): WireEvent => ({
    data: { candidates: [{ content: { role: "model", parts }, index: 0, ...more }] },
    isText,
  });
  const finishReasons = { stop: "STOP", calls: "STOP", length: "MAX_TOKENS", refused: "SAFETY" };
  const counted = {
    promptTokenCount: usage.input ?? 10,
    cachedContentTokenCount: usage.cached ?? 0,
    candidatesTokenCount: usage.output ?? 5,
    totalTokenCount: (usage.input ?? 10) + (usage.output ?? 5),
  };
  const functionCalls = calls.map((call, index) => ({
    functionCall: { name: call.name, args: call.input ?? {}, ...(call.id && { id: call.id }) },
    ...(reasoning && index === 0 && { thoughtSignature: reasoning.signature }),
  }));
  return {
    said: piecesOf(text).map((piece) => chunk([{ text: piece }], {}, true)),
    rest: [
      ...(functionCalls.length > 0 ? [chunk(functionCalls)] : []),
      {
        data: {
          candidates: [
            {
              content: { role: "model", parts: [{ text: "" }] },
              finishReason: finishReasons[finishOf(reply)],
              index: 0,
            },
          ],
          usageMetadata: counted,
        },
      },
    ],
    error: { data: { error: { code: 503, message: "The model is overloaded", status: "UNAVAILABLE" } } },
  };
}
