import { MAX_REPLY_CHARACTERS, OversizedReplyError } from "../read-reply.ts";

/** Counts what a reply consists of. */
export class ReplySize {
  #characters = 0;

  /** Whether anything came at all. */
  get hasOutput(): boolean {
    return this.#characters > 0;
  }

  /** Gives the text back. Throws `OversizedReplyError` where the reply grows beyond what any reply may be. */
  grown(text: string): string {
    this.#characters += text.length;
    if (this.#characters > MAX_REPLY_CHARACTERS) throw new OversizedReplyError();
    return text;
  }
}
