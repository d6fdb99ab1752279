import { setTimeout as delay } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { estimateTokenCount } from "tokenx";
import { fromLanguageModelPrompt } from "./from-language-model-prompt.ts";
import { planRehearsalTurn } from "./plan-rehearsal-turn.ts";
import type { RehearsalPrompt, RehearsalTool, RehearsalTurn } from "./rehearsal-prompt.ts";

export interface RehearsalModelOptions {
  /** 1 is a pace people can watch, one to two seconds a turn; 0 does not pause. */
  readonly pace: number;
}

/** Pieces in which a turn's text is streamed at most, and milliseconds before the first and all of them take. */
const MAX_PIECES = 60;
const THINKING_MS = 400;
const SHORTEST_MS = 500;
const LONGEST_MS = 1_500;
const MS_A_WORD = 25;

/**
 * The built-in scripted model, under the interface of every provider package, so that a rehearsal takes the same path
 * through the engine as a real run. No key, no network, no cost.
 */
export function createRehearsalModel({ pace }: RehearsalModelOptions): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "rehearsal",
    modelId: "rehearsal",
    supportedUrls: {},
    async doGenerate(options) {
      const planned = planReply(options);
      const content = [
        ...(planned.turn.text ? [{ type: "text" as const, text: planned.turn.text }] : []),
        ...planned.calls,
      ];
      return { content, finishReason: finishReason(planned), usage: planned.usage, warnings: [] };
    },
    async doStream(options) {
      return { stream: toStream(streamParts(planReply(options), pace, options.abortSignal)) };
    },
  };
}

interface PlannedReply {
  readonly turn: RehearsalTurn;
  readonly calls: readonly LanguageModelV4ToolCall[];
  readonly usage: LanguageModelV4Usage;
}

function planReply(options: LanguageModelV4CallOptions): PlannedReply {
  const prompt = fromLanguageModelPrompt(options.prompt);
  const tools = (options.tools ?? []).flatMap((tool): RehearsalTool[] =>
    tool.type === "function"
      ? [
          {
            name: tool.name,
            description: tool.description ?? "",
            inputSchema: { ...tool.inputSchema },
            ...markOf(tool),
          },
        ]
      : [],
  );
  const turn = planRehearsalTurn(prompt, tools);
  const turns = prompt.messages.filter(({ role }) => role === "assistant").length;
  const calls = turn.calls.map(
    ({ name, input }, index): LanguageModelV4ToolCall => ({
      type: "tool-call",
      toolCallId: `call_${turns + 1}_${index + 1}`,
      toolName: name,
      input: JSON.stringify(input),
    }),
  );
  return { turn, calls, usage: estimateUsage({ prompt, tools, turn }) };
}

/** As the model port marks it. */
function markOf({
  providerOptions,
}: LanguageModelV4FunctionTool): Pick<RehearsalTool, "origin" | "saidEffect"> {
  const { origin, saidEffect } = providerOptions?.["openhive"] ?? {};
  return {
    origin: typeof origin === "string" ? origin : "",
    ...((saidEffect === "reads" || saidEffect === "changes") && { saidEffect }),
  };
}

async function* streamParts(
  { turn, calls, usage }: PlannedReply,
  pace: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  await pause(THINKING_MS * pace, signal);
  const pieces = piecesOf(turn.text);
  if (pieces.length > 0) {
    const words = turn.text.split(/\s+/).length;
    const total = Math.min(Math.max(words * MS_A_WORD, SHORTEST_MS), LONGEST_MS) * pace;
    yield { type: "text-start", id: "text" };
    for (const piece of pieces) {
      await pause(total / pieces.length, signal);
      yield { type: "text-delta", id: "text", delta: piece };
    }
    yield { type: "text-end", id: "text" };
  }
  yield* calls;
  yield { type: "finish", usage, finishReason: finishReason({ calls }) };
}

function toStream<Part>(parts: AsyncGenerator<Part>): ReadableStream<Part> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** Whole words, several at a time where there are many. */
function piecesOf(text: string): readonly string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  const size = Math.ceil(words.length / MAX_PIECES);
  const pieces: string[] = [];
  for (let from = 0; from < words.length; from += size) pieces.push(words.slice(from, from + size).join(""));
  return pieces;
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (milliseconds > 0) await delay(milliseconds, undefined, signal ? { signal } : {});
}

function finishReason({ calls }: { readonly calls: readonly unknown[] }): LanguageModelV4FinishReason {
  return { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined };
}

interface Spoken {
  readonly prompt: RehearsalPrompt;
  readonly tools: readonly RehearsalTool[];
  readonly turn: RehearsalTurn;
}

function estimateUsage({ prompt, tools, turn }: Spoken): LanguageModelV4Usage {
  const input =
    estimateTokenCount(prompt.system) +
    estimateTokenCount(JSON.stringify(prompt.messages)) +
    estimateTokenCount(
      JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
    );
  const output =
    estimateTokenCount(turn.text) +
    (turn.calls.length > 0 ? estimateTokenCount(JSON.stringify(turn.calls)) : 0);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
