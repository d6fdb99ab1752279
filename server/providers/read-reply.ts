import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { type ReplyPart, toPartOptions } from "./provider-parts.ts";

/** Characters of text, reasoning and arguments in one reply: beyond that the server is not answering but flooding. */
export const MAX_REPLY_CHARACTERS = 4_000_000;
/** Calls in one reply. */
export const MAX_CALLS = 256;

/** The stream ended before the reply did, or said something that is no reply: asking again may help. */
export class BrokenStreamError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "BrokenStreamError";
  }
}

/** The server sent more than a reply can be. Asking again would bring the same. */
export class OversizedReplyError extends Error {
  constructor() {
    super("The reply is larger than any reply may be");
    this.name = "OversizedReplyError";
  }
}

export interface RawCall {
  readonly id: string;
  readonly name: string;
  /** As it came: JSON, or what there is of it. */
  readonly input: string;
  /** Whether any argument text came at all: packages fill in `{}` for none. */
  readonly hasInput: boolean;
}

/** A whole reply as the package read it from the wire. */
export interface RawReply {
  readonly text: string;
  readonly calls: readonly RawCall[];
  /** Parts in order, by reference to text and calls. */
  readonly parts: readonly ReplyPart[];
  readonly finish: LanguageModelV4FinishReason["unified"];
  readonly usage: LanguageModelV4Usage;
}

/**
 * Reads one streamed reply to its end. Throws what the stream reports as an error, `BrokenStreamError` where it just
 * ends, `OversizedReplyError` where it does not.
 */
export async function readReply(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  onText: (text: string) => void,
): Promise<RawReply> {
  const reply = new ReplyBuilder(onText);
  for await (const part of stream) reply.add(part);
  return reply.finish();
}

class ReplyBuilder {
  #text = "";
  #size = 0;
  #finish: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined;
  readonly #onText: (text: string) => void;
  readonly #parts: ReplyPart[] = [];
  readonly #calls: RawCall[] = [];
  readonly #open = new Map<string, { text: string; metadata: SharedV4ProviderMetadata | undefined }>();
  readonly #withInput = new Set<string>();

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#open.set(blockKey(part), { text: "", metadata: part.providerMetadata });
        return;
      case "text-delta":
      case "reasoning-delta":
        this.#addDelta(part);
        return;
      case "text-end":
      case "reasoning-end":
        this.#close(part);
        return;
      case "tool-input-delta":
        if (part.delta.trim()) this.#withInput.add(part.id);
        this.#grow(part.delta.length);
        return;
      case "tool-call":
        this.#addCall(part);
        return;
      case "finish":
        this.#finish = part;
        return;
      case "error":
        throw part.error instanceof Error
          ? part.error
          : new BrokenStreamError(messageOf(part.error), part.error);
      default:
        // Sources, files, warnings, pings: nothing an agent's transcript keeps.
        return;
    }
  }

  finish(): RawReply {
    const finish = this.#finish?.finishReason.unified;
    if (!this.#finish || finish === "interrupted" || finish === "error" || finish === undefined) {
      throw new BrokenStreamError("The reply broke off");
    }
    return { text: this.#text, calls: this.#calls, parts: this.#parts, finish, usage: this.#finish.usage };
  }

  #addDelta(part: Extract<LanguageModelV4StreamPart, { type: "text-delta" | "reasoning-delta" }>): void {
    this.#grow(part.delta.length);
    const block = this.#open.get(blockKey(part)) ?? { text: "", metadata: undefined };
    block.text += part.delta;
    if (part.providerMetadata) block.metadata = mergeMetadata(block.metadata, part.providerMetadata);
    this.#open.set(blockKey(part), block);
    if (part.type === "text-delta" && part.delta) this.#onText(part.delta);
  }

  #close(part: Extract<LanguageModelV4StreamPart, { type: "text-end" | "reasoning-end" }>): void {
    const block = this.#open.get(blockKey(part));
    if (!block) return;
    this.#open.delete(blockKey(part));
    const metadata = part.providerMetadata
      ? mergeMetadata(block.metadata, part.providerMetadata)
      : block.metadata;
    const options = toPartOptions(metadata);
    if (part.type === "text-end") {
      this.#text += block.text;
      this.#parts.push({ type: "text", length: block.text.length, ...(options && { options }) });
    } else {
      this.#parts.push({ type: "reasoning", text: block.text, ...(options && { options }) });
    }
  }

  #addCall(part: Extract<LanguageModelV4StreamPart, { type: "tool-call" }>): void {
    if (part.providerExecuted) return;
    if (this.#calls.length >= MAX_CALLS) throw new OversizedReplyError();
    const options = toPartOptions(part.providerMetadata);
    this.#parts.push({ type: "call", index: this.#calls.length, ...(options && { options }) });
    const hasInput =
      this.#withInput.has(part.toolCallId) || (part.input.trim() !== "" && part.input !== "{}");
    this.#calls.push({ id: part.toolCallId, name: part.toolName, input: part.input, hasInput });
  }

  #grow(characters: number): void {
    this.#size += characters;
    if (this.#size > MAX_REPLY_CHARACTERS) throw new OversizedReplyError();
  }
}

function blockKey(part: { readonly type: string; readonly id: string }): string {
  return `${part.type.startsWith("text") ? "text" : "reasoning"}:${part.id}`;
}

function mergeMetadata(
  left: SharedV4ProviderMetadata | undefined,
  right: SharedV4ProviderMetadata,
): SharedV4ProviderMetadata {
  const merged: SharedV4ProviderMetadata = { ...left };
  for (const [name, value] of Object.entries(right)) merged[name] = { ...merged[name], ...value };
  return merged;
}

function messageOf(error: unknown): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  // Whole: it is cut when secrets have been looked for in it.
  return typeof message === "string" ? message : "The stream reported an error";
}
