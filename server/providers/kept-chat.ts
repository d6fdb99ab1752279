import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Message } from "../contract/message.ts";
import { toPrompt } from "./to-prompt.ts";
import { startWireIds, type WireIds } from "./wire-names.ts";

/** Bytes up to which pieces are joined: fewer writes, and a long transcript is not copied every turn. */
const PIECE = 64 * 1024;

export interface ChatTranscript {
  /** Id of the provider that gets the prompt. */
  readonly provider: string;
  readonly system: string;
  readonly messages: readonly Message[];
}

/**
 * The transcript of one session as the text that was sent for it, so that a turn converts and serialises only what is new. It
 * is begun anew whenever what it holds is not the beginning of what is to be sent.
 */
export class KeptChat {
  #system = "";
  #messages: Message[] = [];
  #wireIds: WireIds = startWireIds();
  #pieces: Buffer[] = [];

  /** What has to be converted: everything, or only what was added since. */
  take({ provider, system, messages }: ChatTranscript): LanguageModelV4Prompt {
    if (!this.#isBeginningOf(system, messages)) this.#begin();
    const isFirst = this.#messages.length === 0;
    const added = messages.slice(this.#messages.length);
    this.#system = system;
    this.#messages.push(...added);
    this.#wireIds.add(added);
    return toPrompt({ provider, system: isFirst ? system : "", messages: added, wireId: this.#wireIds.of });
  }

  /** Takes the converted messages, and gives back the text of all of them: elements of a JSON array. */
  append(converted: readonly unknown[]): readonly Buffer[] {
    const text = converted.map((message) => JSON.stringify(message)).join(",");
    if (text !== "") {
      const piece = Buffer.from(this.#pieces.length > 0 ? `,${text}` : text);
      const last = this.#pieces.at(-1);
      if (last && last.byteLength < PIECE)
        this.#pieces[this.#pieces.length - 1] = Buffer.concat([last, piece]);
      else this.#pieces.push(piece);
    }
    return this.#pieces;
  }

  /** Forgets everything: what was taken was never appended. */
  reset(): void {
    this.#begin();
  }

  #begin(): void {
    this.#messages = [];
    this.#wireIds = startWireIds();
    this.#pieces = [];
  }

  #isBeginningOf(system: string, messages: readonly Message[]): boolean {
    if (system !== this.#system || messages.length < this.#messages.length) return false;
    for (let index = this.#messages.length - 1; index >= 0; index -= 1) {
      if (this.#messages[index] !== messages[index]) return false;
    }
    // A result that came after its message was sent belongs to what stands before it.
    return messages[this.#messages.length]?.role !== "tool";
  }
}
