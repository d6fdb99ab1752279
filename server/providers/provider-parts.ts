import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { z } from "zod";
import type { Json } from "../contract/json.ts";
import type { AssistantMessage } from "../contract/message.ts";

/**
 * The order of a reply's parts and what the provider attached to each (signatures, encrypted reasoning, item ids).
 * Text and calls are referred to, not repeated: `length` characters of the message's text, the call at `index`.
 */
const replyPartSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("reasoning"),
    text: z.string(),
    options: z.record(z.string(), z.record(z.string(), z.json())).optional(),
  }),
  z.object({
    type: z.literal("text"),
    length: z.number().int().min(0),
    options: z.record(z.string(), z.record(z.string(), z.json())).optional(),
  }),
  z.object({
    type: z.literal("call"),
    index: z.number().int().min(0),
    options: z.record(z.string(), z.record(z.string(), z.json())).optional(),
  }),
]);
export type ReplyPart = z.output<typeof replyPartSchema>;

/** Undefined when the parts say nothing that text and calls do not say already. */
export function toProviderParts(
  provider: string,
  parts: readonly ReplyPart[],
): AssistantMessage["providerParts"] {
  const isPlain = parts.every((part) => part.type !== "reasoning" && part.options === undefined);
  return isPlain ? undefined : { provider, parts: JSON.parse(JSON.stringify(parts)) as Json };
}

/** The parts of a stored message, if they are this provider's and fit the message; otherwise undefined. */
export function fromProviderParts(
  provider: string,
  message: AssistantMessage,
): readonly ReplyPart[] | undefined {
  if (message.providerParts?.provider !== provider) return undefined;
  const parsed = z.array(replyPartSchema).safeParse(message.providerParts.parts);
  if (!parsed.success) return undefined;
  const textLength = parsed.data.reduce((sum, part) => sum + (part.type === "text" ? part.length : 0), 0);
  const indexes = parsed.data.flatMap((part) => (part.type === "call" ? [part.index] : []));
  const isComplete =
    indexes.length === message.calls.length && indexes.every((index, position) => index === position);
  return textLength === message.text.length && isComplete ? parsed.data : undefined;
}

/** Provider metadata without what JSON cannot carry; undefined when nothing is left. */
export function toPartOptions(metadata: SharedV4ProviderMetadata | undefined): ReplyPart["options"] {
  if (!metadata) return undefined;
  const entries = Object.entries(metadata).filter(
    ([, value]) => value && Object.values(value).some((item) => item != null),
  );
  return entries.length > 0 ? JSON.parse(JSON.stringify(Object.fromEntries(entries))) : undefined;
}
