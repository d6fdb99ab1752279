import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { ownValue } from "../../contract/own-value.ts";
import type { ReplyPart } from "../provider-parts.ts";
import { MAX_CALLS, type RawCall, type RawReply } from "../read-reply.ts";
import { isMembers, isTextOrNone, type Members } from "./plain-values.ts";

/** What the ends of a reply mean. */
const FINISHES: Readonly<Record<string, RawReply["finish"]>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content-filter",
};

/** Members that are text or not there, and those that only the package reads. */
const TEXTS = ["id", "model", "stop_sequence", "service_tier"];
const RARE = [
  "stop_details",
  "input_transformations",
  "safeguard_results",
  "container",
  "context_management",
];

export interface MessageReply {
  /** Without its content and its counts. */
  readonly message: Members;
  readonly usage: object;
  readonly blocks: readonly object[];
  /** Arguments of the calls, in order. */
  readonly inputs: readonly string[];
}

/** A reply of Anthropic's Messages as the package would have read it; undefined where that is left to it. */
export function plainMessageReply({ message, usage, blocks, inputs }: MessageReply): RawReply | undefined {
  const finish = ownValue(FINISHES, String(message["stop_reason"]));
  const counts = plainCounts(usage);
  const isPlain =
    TEXTS.every((name) => isTextOrNone(message[name])) && RARE.every((name) => message[name] == null);
  if (!finish || !counts || !isPlain) return undefined;
  const calls: RawCall[] = [];
  const parts: ReplyPart[] = [];
  let text = "";
  for (const block of blocks as readonly Members[]) {
    const part = plainPart(block, calls.length);
    if (!part) return undefined;
    parts.push(part);
    if (part.type === "text") text += block["text"];
    if (part.type === "call") calls.push(toCall(block, inputs[calls.length] ?? ""));
  }
  return calls.length > MAX_CALLS ? undefined : { text, calls, parts, finish, usage: counts };
}

function plainPart(block: Members, index: number): ReplyPart | undefined {
  switch (block["type"]) {
    case "text": {
      const { text, citations } = block;
      const isCited = Array.isArray(citations) ? citations.length > 0 : citations != null;
      return typeof text === "string" && !isCited ? { type: "text", length: text.length } : undefined;
    }
    case "thinking": {
      const { thinking: text, signature } = block;
      return typeof text === "string" && typeof signature === "string"
        ? { type: "reasoning", text, options: { anthropic: { signature } } }
        : undefined;
    }
    case "redacted_thinking": {
      const { data } = block;
      return typeof data === "string"
        ? { type: "reasoning", text: "", options: { anthropic: { redactedData: data } } }
        : undefined;
    }
    case "tool_use":
      return plainCall(block, index);
    default:
      return undefined;
  }
}

function plainCall({ id, name, caller, toolset_name }: Members, index: number): ReplyPart | undefined {
  if (typeof id !== "string" || typeof name !== "string" || toolset_name != null) return undefined;
  if (caller === undefined) return { type: "call", index };
  const isDirect = isMembers(caller) && caller["type"] === "direct";
  return isDirect
    ? { type: "call", index, options: { anthropic: { caller: { type: "direct" } } } }
    : undefined;
}

function toCall({ id, name }: Members, input: string): RawCall {
  return { id: String(id), name: String(name), input, hasInput: input.trim() !== "" };
}

function plainCounts(usage: object): LanguageModelV4Usage | undefined {
  const counts: Members = { ...usage };
  const { input_tokens: input, output_tokens: output, output_tokens_details: details } = counts;
  const cacheRead = counts["cache_read_input_tokens"] ?? 0;
  const cacheWrite = counts["cache_creation_input_tokens"] ?? 0;
  const areNumbers = [cacheRead, cacheWrite].every(isNumber) && isTextOrNone(counts["service_tier"]);
  // What a server did in several steps is counted by the package.
  if (!isNumber(input) || !isNumber(output) || !areNumbers || counts["iterations"] != null) return undefined;
  const reasoning = thoughtOf(details);
  if (reasoning === null) return undefined;
  return {
    inputTokens: {
      total: input + Number(cacheWrite) + Number(cacheRead),
      noCache: input,
      cacheRead: Number(cacheRead),
      cacheWrite: Number(cacheWrite),
    },
    outputTokens: {
      total: output,
      text: reasoning === undefined ? undefined : output - reasoning,
      reasoning,
    },
  };
}

/** Null where it is no count. */
function thoughtOf(details: unknown): number | undefined | null {
  if (details === undefined || details === null) return undefined;
  const count = isMembers(details) ? (details["thinking_tokens"] ?? undefined) : null;
  return count === undefined || isNumber(count) ? count : null;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
