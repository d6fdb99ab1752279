import { ownValue } from "../../contract/own-value.ts";
import {
  BrokenStreamError,
  MAX_CALLS,
  OversizedReplyError,
  type RawCall,
  type RawReply,
} from "../read-reply.ts";
import type { ChatDialect } from "./plain-chat.ts";
import { plainUsage } from "./plain-usage.ts";
import { isTextOrNone } from "./plain-values.ts";
import { placeOf, ReplySize } from "./reply-size.ts";
import { parseEvent, toStreamFault } from "./stream-faults.ts";
import type { ReplyStream } from "./wire-format.ts";

interface StreamedCall {
  id: string | null;
  readonly type: "function";
  readonly function: { name: string; arguments: string };
  extra_content?: unknown;
}

interface CallDelta {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null;
  readonly extra_content?: unknown;
}

interface Delta {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: readonly CallDelta[] | null;
}

interface Chunk {
  readonly id?: unknown;
  readonly created?: unknown;
  readonly model?: unknown;
  readonly usage?: unknown;
  readonly error?: unknown;
  readonly choices?: readonly { readonly delta?: Delta | null; readonly finish_reason?: string | null }[];
}

/** What the ends of a reply mean that every server names alike. */
const FINISHES: Readonly<Record<string, RawReply["finish"]>> = {
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
  tool_calls: "tool-calls",
};

interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/**
 * Puts a streamed Chat Completions reply together to the one that the same request without `stream` would have brought, for the
 * provider package to read. Text is handed on as it comes.
 */
export class ChatStream implements ReplyStream {
  readonly #onText: (text: string) => void;
  #head: Pick<Chunk, "id" | "created" | "model"> = {};
  #text = "";
  /** Some servers send parts instead of text; they are kept as they come. */
  readonly #parts: unknown[] = [];
  #reasoning = "";
  #refusal = "";
  readonly #calls: StreamedCall[] = [];
  #finish: string | null = null;
  #usage: unknown;
  readonly #size = new ReplySize();
  readonly #hasReasoning: boolean;

  constructor(onText: (text: string) => void, { hasReasoning }: Pick<ChatDialect, "hasReasoning">) {
    this.#onText = onText;
    this.#hasReasoning = hasReasoning;
  }

  get size(): number {
    return this.#size.characters;
  }

  add(data: string): void {
    if (data === "[DONE]" || data === "") return;
    const chunk: Chunk = parseEvent(data);
    if (chunk.error !== undefined && chunk.error !== null)
      throw toStreamFault(chunk.error, this.#size.hasOutput);
    if (this.#head.id === undefined) {
      this.#head = { id: chunk.id, created: chunk.created, model: chunk.model };
    }
    if (chunk.usage !== undefined && chunk.usage !== null) this.#usage = chunk.usage;
    const choice = chunk.choices?.[0];
    if (choice?.finish_reason) this.#finish = choice.finish_reason;
    if (choice?.delta) this.#addDelta(choice.delta);
  }

  finish(): string {
    if (this.#finish === null) throw new BrokenStreamError("The reply broke off");
    const content =
      this.#parts.length > 0
        ? [...this.#parts, ...textParts(this.#text)]
        : this.#text === ""
          ? null
          : this.#text;
    const message = {
      role: "assistant",
      content,
      ...(this.#reasoning !== "" && { reasoning_content: this.#reasoning }),
      ...(this.#refusal !== "" && { refusal: this.#refusal }),
      ...(this.#calls.length > 0 && { tool_calls: this.#calls.filter(Boolean) }),
    };
    return JSON.stringify({
      ...this.#head,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: this.#finish }],
      usage: this.#usage,
    });
  }

  plain(): RawReply | undefined {
    const finish = this.#finish === null ? undefined : ownValue(FINISHES, this.#finish);
    const usage = plainUsage(this.#usage);
    const calls = this.#plainCalls();
    const isThought = this.#reasoning !== "";
    const isMore = this.#parts.length > 0 || (isThought && !this.#hasReasoning) || this.#refusal !== "";
    if (!finish || !usage || !calls || isMore || !this.#hasPlainHead()) return undefined;
    const text = this.#text;
    const thought = isThought ? [{ type: "reasoning" as const, text: this.#reasoning }] : [];
    const said = text === "" ? [] : [{ type: "text" as const, length: text.length }];
    const called = calls.map((_, index) => ({ type: "call" as const, index }));
    return { text, calls, parts: [...thought, ...said, ...called], finish, usage };
  }

  #plainCalls(): readonly RawCall[] | undefined {
    const calls: RawCall[] = [];
    for (const { id, function: called, extra_content } of this.#calls.filter(Boolean)) {
      const { name, arguments: input } = called;
      if (typeof id !== "string" || id === "" || name === "" || extra_content !== undefined) return undefined;
      calls.push({ id, name, input, hasInput: input.trim() !== "" });
    }
    return calls;
  }

  #hasPlainHead(): boolean {
    const { id, created, model } = this.#head;
    return [id, model].every(isTextOrNone) && (created == null || typeof created === "number");
  }

  #addDelta({ content, refusal, reasoning_content, reasoning, tool_calls }: Delta): void {
    if (typeof content === "string") this.#addText(content);
    else if (Array.isArray(content)) this.#addParts(content);
    if (typeof refusal === "string" && refusal !== "") {
      this.#refusal += this.#size.grown(refusal);
      this.#onText(refusal);
    }
    const thought = reasoning_content ?? reasoning;
    if (typeof thought === "string") this.#reasoning += this.#size.grown(thought);
    if (tool_calls) for (const call of tool_calls) this.#addCall(call);
  }

  #addText(text: string): void {
    if (text === "") return;
    this.#text += this.#size.grown(text);
    this.#onText(text);
  }

  #addParts(parts: readonly unknown[]): void {
    for (const part of parts) {
      if (isText(part)) this.#addText(part.text);
      else this.#parts.push(...textParts(this.#takeText()), part);
      if (!isText(part)) this.#size.keep(part);
    }
  }

  #takeText(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  #addCall(delta: CallDelta): void {
    const index = placeOf(delta.index ?? this.#findCall(delta.id));
    if (index >= MAX_CALLS) throw new OversizedReplyError();
    const call: StreamedCall = this.#calls[index] ?? {
      id: null,
      type: "function",
      function: { name: "", arguments: "" },
    };
    this.#calls[index] = call;
    if (delta.id != null) call.id ??= this.#size.grown(delta.id);
    if (delta.function?.name && call.function.name === "")
      call.function.name = this.#size.grown(delta.function.name);
    if (delta.function?.arguments) call.function.arguments += this.#size.grown(delta.function.arguments);
    if (delta.extra_content !== undefined && delta.extra_content !== null)
      call.extra_content ??= this.#size.keep(delta.extra_content);
  }

  /** Servers that give no index send whole calls, or go on with the last one. */
  #findCall(id: string | null | undefined): number {
    const known = id ? this.#calls.findIndex((call) => call?.id === id) : this.#calls.length - 1;
    return known >= 0 ? known : this.#calls.length;
  }
}

function isText(part: unknown): part is TextPart {
  return (
    typeof part === "object" &&
    part !== null &&
    "type" in part &&
    part.type === "text" &&
    "text" in part &&
    typeof part.text === "string"
  );
}

function textParts(text: string): readonly TextPart[] {
  return text === "" ? [] : [{ type: "text", text }];
}
