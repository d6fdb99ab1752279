import { BrokenStreamError, MAX_CALLS, MAX_REPLY_CHARACTERS, OversizedReplyError } from "../read-reply.ts";

/** Texts, thoughts and calls that one reply may consist of. */
const MAX_PLACES = MAX_CALLS * 4;
/** Members that a reply may have beside what it consists of. */
const MAX_MEMBERS = 50;

/** Counts what a reply consists of. What a server sends is whatever it likes: nothing is taken for a text or a number unseen. */
export class ReplySize {
  #characters = 0;

  get characters(): number {
    return this.#characters;
  }

  /** Whether anything came at all. */
  get hasOutput(): boolean {
    return this.#characters > 0;
  }

  /**
   * Gives the text back. Throws `OversizedReplyError` where the reply grows beyond what any reply may be, and
   * `BrokenStreamError` where it is none.
   */
  grown(text: unknown): string {
    if (typeof text !== "string")
      throw new BrokenStreamError("It sent something else in the place of a text");
    this.#characters += text.length;
    if (this.#characters > MAX_REPLY_CHARACTERS) throw new OversizedReplyError();
    return text;
  }

  /** Counts a value that is kept as it came. */
  keep<Value>(value: Value): Value {
    this.grown(JSON.stringify(value) ?? "");
    return value;
  }
}

/** The place of a part among those of its reply, as the server counts them. Throws as `grown` does. */
export function placeOf(index: unknown): number {
  if (!Number.isInteger(index))
    throw new BrokenStreamError("It sent something else in the place of a number");
  const place = Number(index);
  if (place < 0 || place >= MAX_PLACES) throw new OversizedReplyError();
  return place;
}

/** What is known of a reply beside its parts, with what came now. Throws `OversizedReplyError` where that grows without end. */
export function withMembers(known: object, more: object): Record<string, unknown> {
  const members = { ...known, ...more };
  if (Object.keys(members).length > MAX_MEMBERS) throw new OversizedReplyError();
  return members;
}
