import { BrokenStreamError, type RawReply } from "../read-reply.ts";
import { plainResponseReply } from "./plain-response-reply.ts";
import { placeOf, ReplySize } from "./reply-size.ts";
import { parseEvent, toStreamFault } from "./stream-faults.ts";
import type { ReplyStream } from "./wire-format.ts";

interface Item {
  readonly type?: string;
  readonly content?: readonly unknown[];
}

interface Outcome {
  readonly output?: readonly Item[];
  readonly error?: unknown;
  readonly incomplete_details?: { readonly reason?: string } | null;
}

interface StreamEvent {
  readonly type?: string;
  readonly output_index?: number;
  readonly content_index?: number;
  readonly delta?: string;
  readonly item?: Item;
  readonly response?: Outcome;
  readonly error?: unknown;
}

interface SpokenPart {
  readonly type: "output_text" | "refusal";
  text: string;
}

/**
 * Puts a streamed reply of OpenAI's Responses API together. Its last event holds the whole reply; what servers leave out there is
 * taken from the events before it.
 */
export class ResponsesStream implements ReplyStream {
  readonly #onText: (text: string) => void;
  readonly #size = new ReplySize();
  /** Items are told twice, and hold what was said once more: they are counted by themselves. */
  readonly #kept = new ReplySize();
  readonly #items = new Map<number, Item>();
  /** What was said, by item and part. */
  readonly #spoken = new Map<number, Map<number, SpokenPart>>();
  #head: object = {};
  #outcome: Outcome | undefined;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  get size(): number {
    return this.#size.characters + this.#kept.characters;
  }

  add(data: string): void {
    if (data === "[DONE]") return;
    const event: StreamEvent = parseEvent(data);
    switch (event.type) {
      case "response.output_text.delta":
        this.#say("output_text", event);
        return;
      case "response.refusal.delta":
        this.#say("refusal", event);
        return;
      case "response.function_call_arguments.delta":
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        this.#size.grown(event.delta ?? "");
        return;
      case "response.output_item.added":
      case "response.output_item.done":
        this.#keep(event);
        return;
      case "response.created":
        this.#head = event.response ?? {};
        return;
      case "response.completed":
      case "response.incomplete":
        this.#outcome = event.response ?? {};
        return;
      case "response.failed":
        this.#fail(event.response ?? {});
        return;
      case "error":
        throw toStreamFault(event.error ?? event, this.#size.hasOutput);
      default:
        // Ends of parts, which the items hold as well, and steps of tools that run there.
        return;
    }
  }

  finish(): string {
    const outcome = this.#outcome;
    if (!outcome) throw new BrokenStreamError("The reply broke off");
    return JSON.stringify({ ...this.#head, ...outcome, output: this.#output(outcome) });
  }

  plain(): RawReply | undefined {
    const outcome = this.#outcome;
    return outcome && plainResponseReply({ ...this.#head, ...outcome }, this.#output(outcome));
  }

  #say(type: SpokenPart["type"], { output_index = 0, content_index = 0, delta = "" }: StreamEvent): void {
    if (delta === "") return;
    const [item, place] = [placeOf(output_index), placeOf(content_index)];
    const parts = this.#spoken.get(item) ?? new Map<number, SpokenPart>();
    this.#spoken.set(item, parts);
    const part = parts.get(place) ?? { type, text: "" };
    parts.set(place, part);
    part.text += this.#size.grown(delta);
    this.#onText(delta);
  }

  #keep({ output_index = 0, item }: StreamEvent): void {
    if (item) this.#items.set(placeOf(output_index), this.#kept.keep(item));
  }

  /** A reply that was cut off may be called failed; what came of it is kept. */
  #fail(response: Outcome): void {
    if (response.error !== undefined && response.error !== null)
      throw toStreamFault(response.error, this.#size.hasOutput);
    if (response.incomplete_details?.reason === undefined) throw new BrokenStreamError("The reply broke off");
    this.#outcome = response;
  }

  #output({ output }: Outcome): readonly Item[] {
    if (output?.length) return output;
    return [...this.#items]
      .sort(([left], [right]) => left - right)
      .map(([index, item]) => (item.type === "message" ? this.#message(item, index) : item));
  }

  #message(item: Item, index: number): Item {
    const said = [...(this.#spoken.get(index)?.values() ?? [])].map(({ type, text }) =>
      type === "refusal" ? { type, refusal: text } : { type, text, annotations: [] },
    );
    return { ...{ role: "assistant" }, ...item, content: item.content?.length ? item.content : said };
  }
}
