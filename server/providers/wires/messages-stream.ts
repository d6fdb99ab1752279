import { BrokenStreamError, type RawReply } from "../read-reply.ts";
import { plainMessageReply } from "./plain-message-reply.ts";
import { placeOf, ReplySize, withMembers } from "./reply-size.ts";
import { parseEvent, toStreamFault } from "./stream-faults.ts";
import type { ReplyStream } from "./wire-format.ts";

interface Block {
  readonly type: string;
  text?: string;
  thinking?: string;
  signature?: string;
  content?: string | null;
  citations?: unknown[] | null;
  input?: unknown;
  /** Arguments as they came; never sent on. */
  json?: string;
}

interface BlockDelta {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly partial_json?: string;
  readonly content?: string | null;
  readonly citation?: unknown;
}

interface StreamEvent {
  readonly type?: string;
  readonly index?: number;
  readonly message?: { readonly usage?: object; readonly content?: readonly Block[] };
  readonly content_block?: Block;
  readonly delta?: BlockDelta & object;
  readonly usage?: object;
  readonly error?: unknown;
}

/** Puts a streamed reply of Anthropic's Messages API together. */
export class MessagesStream implements ReplyStream {
  readonly #onText: (text: string) => void;
  readonly #size = new ReplySize();
  readonly #blocks = new Map<number, Block>();
  #message: Record<string, unknown> = {};
  #usage: object = {};
  #isOver = false;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  get size(): number {
    return this.#size.characters;
  }

  add(data: string): void {
    const event: StreamEvent = parseEvent(data);
    switch (event.type) {
      case "content_block_delta":
        if (event.delta) this.#grow(this.#blocks.get(event.index ?? -1), event.delta);
        return;
      case "content_block_start":
        if (event.content_block) this.#open(event.index ?? this.#blocks.size, event.content_block);
        return;
      case "message_start":
        this.#start(event.message ?? {});
        return;
      case "message_delta":
        this.#message = withMembers(this.#message, this.#size.keep(event.delta ?? {}));
        this.#usage = withMembers(this.#usage, withoutNulls(this.#size.keep(event.usage ?? {})));
        return;
      case "message_stop":
        this.#isOver = true;
        return;
      case "error":
        throw toStreamFault(event.error, this.#size.hasOutput);
      default:
        // Pings, ends of blocks, and what a later version of the API adds.
        return;
    }
  }

  finish(): string {
    if (!this.#isOver) throw new BrokenStreamError("The reply broke off");
    const content = this.#ordered().map(({ json: _json, ...block }) => block);
    return JSON.stringify({ ...this.#message, type: "message", content, usage: this.#usage });
  }

  plain(): RawReply | undefined {
    if (!this.#isOver) return undefined;
    const [blocks, inputs] = [this.#ordered(), this.inputs()];
    return plainMessageReply({ message: this.#message, usage: this.#usage, blocks, inputs });
  }

  inputs(): readonly string[] {
    return this.#ordered().flatMap(({ type, json, input }) =>
      type === "tool_use" ? [json || fixedInput(input)] : [],
    );
  }

  #start(message: NonNullable<StreamEvent["message"]>): void {
    const { content, usage, ...head } = message;
    this.#message = { ...head };
    this.#usage = usage ?? {};
    for (const [index, block] of (content ?? []).entries()) this.#open(index, block);
  }

  #open(index: number, block: Block): void {
    this.#size.keep(block);
    this.#blocks.set(
      placeOf(index),
      block.type === "thinking" ? { signature: "", thinking: "", ...block } : block,
    );
    if (block.type === "text") {
      block.text ??= "";
      if (block.text !== "") this.#onText(block.text);
    }
    if (block.type === "tool_use") block.json = "";
  }

  #grow(block: Block | undefined, delta: BlockDelta): void {
    if (!block) return;
    switch (delta.type) {
      case "text_delta":
        this.#say(block, "text", delta.text ?? "");
        return;
      case "thinking_delta":
        block.thinking = (block.thinking ?? "") + this.#size.grown(delta.thinking ?? "");
        return;
      case "signature_delta":
        block.signature = (block.signature ?? "") + this.#size.grown(delta.signature ?? "");
        return;
      case "input_json_delta":
        block.json = (block.json ?? "") + this.#size.grown(delta.partial_json ?? "");
        return;
      case "compaction_delta":
        this.#say(block, "content", delta.content ?? "");
        return;
      case "citations_delta":
        block.citations ??= [];
        block.citations.push(this.#size.keep(delta.citation));
        return;
    }
  }

  #say(block: Block, member: "text" | "content", text: string): void {
    if (text === "") return;
    block[member] = (block[member] ?? "") + this.#size.grown(text);
    this.#onText(text);
  }

  #ordered(): readonly Block[] {
    return [...this.#blocks].sort(([left], [right]) => left - right).map(([, block]) => block);
  }
}

/** Some calls come with their arguments at once; an empty object stands for those that follow. */
function fixedInput(input: unknown): string {
  return typeof input === "object" && input !== null && Object.keys(input).length > 0
    ? JSON.stringify(input)
    : "";
}

function withoutNulls(usage: object): object {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
