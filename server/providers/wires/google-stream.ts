import { BrokenStreamError, MAX_CALLS, OversizedReplyError } from "../read-reply.ts";
import { ReplySize, withMembers } from "./reply-size.ts";
import { parseEvent, toStreamFault } from "./stream-faults.ts";
import type { ReplyStream } from "./wire-format.ts";

interface FunctionCall {
  readonly name?: string | null;
  readonly args?: object | null;
  readonly [key: string]: unknown;
}

interface Part {
  text?: string;
  readonly functionCall?: FunctionCall | null;
  readonly thought?: boolean;
  thoughtSignature?: string | null;
  readonly [key: string]: unknown;
}

interface Candidate {
  readonly content?: { readonly parts?: readonly Part[] | null } | null;
  readonly [key: string]: unknown;
}

interface Chunk {
  readonly candidates?: readonly Candidate[] | null;
  readonly promptFeedback?: { readonly blockReason?: string | null } | null;
  readonly error?: unknown;
  readonly [key: string]: unknown;
}

/** Puts a streamed reply of Google's generateContent together: text that follows text becomes one part. */
export class GoogleStream implements ReplyStream {
  readonly #onText: (text: string) => void;
  readonly #size = new ReplySize();
  readonly #parts: Part[] = [];
  /** Of everything but the parts, the last that came. */
  #head: Record<string, unknown> = {};
  #candidate: Record<string, unknown> = {};

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  get size(): number {
    return this.#size.characters;
  }

  add(data: string): void {
    const chunk = parseEvent(data) as Chunk;
    if (chunk.error !== undefined && chunk.error !== null)
      throw toStreamFault(chunk.error, this.#size.hasOutput);
    const { candidates, ...head } = chunk;
    this.#head = withMembers(this.#head, withoutNulls(head));
    const candidate = candidates?.[0];
    if (!candidate) return;
    const { content, ...rest } = candidate;
    this.#candidate = withMembers(this.#candidate, withoutNulls(rest));
    for (const part of content?.parts ?? []) this.#add(part);
  }

  finish(): string {
    const isBlocked = Boolean((this.#head["promptFeedback"] as Chunk["promptFeedback"])?.blockReason);
    if (this.#candidate["finishReason"] === undefined && !isBlocked)
      throw new BrokenStreamError("The reply broke off");
    const content = { role: "model", parts: this.#parts.map(withoutArguments) };
    return JSON.stringify({ ...this.#head, candidates: [{ ...this.#candidate, content }] });
  }

  /** The package refuses a whole reply for what a model called an argument of one call. */
  inputs(): readonly string[] {
    // One without a name is none for the package either.
    return this.#parts.flatMap(({ functionCall }) =>
      functionCall?.name == null ? [] : [JSON.stringify(functionCall.args ?? {})],
    );
  }

  #add(part: Part): void {
    if (typeof part.text === "string") {
      this.#addText(part.text, part);
      return;
    }
    if (this.#parts.length >= MAX_CALLS * 4) throw new OversizedReplyError();
    this.#parts.push(this.#size.keep(part));
  }

  #addText(text: string, part: Part): void {
    const last = this.#parts.at(-1);
    const open = typeof last?.text === "string" ? last : undefined;
    if (text === "") {
      // A signature that comes after its text. After a call it would be taken for the call's.
      if (open && part.thoughtSignature) open.thoughtSignature = part.thoughtSignature;
      return;
    }
    const isThought = part.thought === true;
    this.#size.grown(text);
    if (!isThought) this.#onText(text);
    if (open && (open.thought === true) === isThought) {
      open.text += text;
      if (part.thoughtSignature) open.thoughtSignature = part.thoughtSignature;
    } else this.#parts.push(part);
  }
}

function withoutArguments(part: Part): Part {
  return part.functionCall ? { ...part, functionCall: { ...part.functionCall, args: {} } } : part;
}

function withoutNulls(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
