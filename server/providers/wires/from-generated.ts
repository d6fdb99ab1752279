import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { type ReplyPart, toPartOptions } from "../provider-parts.ts";
import {
  BrokenStreamError,
  MAX_CALLS,
  OversizedReplyError,
  type RawCall,
  type RawReply,
} from "../read-reply.ts";

/** A package's whole reply. `inputs` are the arguments of its calls as they came, where the package could not be given them so. */
export function fromGenerated(
  { content, finishReason, usage }: LanguageModelV4GenerateResult,
  inputs: readonly string[] | undefined,
): RawReply {
  const finish = finishReason.unified;
  if (finish === "error" || finish === "interrupted") throw new BrokenStreamError("The reply broke off");
  const calls: RawCall[] = [];
  const parts: ReplyPart[] = [];
  let text = "";
  for (const part of content) {
    if (part.type === "text") text += part.text;
    addPart(part, { calls, parts, inputs });
  }
  return { text, calls, parts, finish, usage };
}

interface Gathered {
  readonly calls: RawCall[];
  readonly parts: ReplyPart[];
  readonly inputs: readonly string[] | undefined;
}

function addPart(part: LanguageModelV4Content, { calls, parts, inputs }: Gathered): void {
  if (part.type !== "text" && part.type !== "reasoning" && part.type !== "tool-call") return;
  if (part.type === "tool-call" && part.providerExecuted) return;
  const found = toPartOptions(part.providerMetadata);
  const options = found && { options: found };
  if (part.type === "text") parts.push({ type: "text", length: part.text.length, ...options });
  else if (part.type === "reasoning") parts.push({ type: "reasoning", text: part.text, ...options });
  else {
    if (calls.length >= MAX_CALLS) throw new OversizedReplyError();
    parts.push({ type: "call", index: calls.length, ...options });
    const input = inputs?.[calls.length] ?? part.input;
    calls.push({ id: part.toolCallId, name: part.toolName, input, hasInput: input.trim() !== "" });
  }
}
