import { GrowingText } from "./growing-text.ts";

/** Bytes up to which pieces are joined: fewer writes, and a long transcript is not copied every turn. */
const PIECE = 64 * 1024;
const MARK = ',"cache_control":{"type":"ephemeral"}';
/** How an element ends that can carry a mark: behind the last member of its last part. */
const MARKED_END = "}]}";
const USER = '{"role":"user"';
const ASSISTANT = '{"role":"assistant"';

/**
 * The elements of a JSON array as text that grows: what was written once is never written again.
 *
 * With marks for the prompt cache, the last element and the one before the last answer carry one, so that a request finds what the
 * request before it stored. They move from turn to turn; so the elements that may still lose or get one are kept apart.
 */
export class ElementTexts {
  readonly #hasMarks: boolean;
  readonly #settled: Buffer[] = [];
  readonly #open: string[] = [];
  /** The last of the settled pieces. */
  #growing = new GrowingText(PIECE);

  constructor(hasMarks: boolean) {
    this.#hasMarks = hasMarks;
  }

  /** Takes more elements as JSON, and gives back the text of all of them, without the array's brackets. */
  append(elements: readonly string[]): readonly Buffer[] {
    for (const element of elements) this.#open.push(element);
    const answer = this.#hasMarks ? this.#open.findLastIndex((text) => text.startsWith(ASSISTANT)) : -1;
    const settled = this.#hasMarks ? Math.max(0, answer - 1) : this.#open.length;
    if (settled > 0) this.#settle(this.#open.splice(0, settled).join(","));
    if (this.#open.length === 0) return this.#settled;
    const lastOnes = new Set([this.#open.length - 1, answer - settled - 1]);
    const marked = this.#open.map((text, index) => (lastOnes.has(index) ? withMark(text) : text)).join(",");
    return [...this.#settled, Buffer.from(this.#settled.length > 0 ? `,${marked}` : marked)];
  }

  #settle(text: string): void {
    const last = this.#settled.at(-1);
    const isFull = last === undefined || last.byteLength >= PIECE;
    if (isFull) this.#growing = new GrowingText(PIECE);
    const place = isFull ? this.#settled.length : this.#settled.length - 1;
    this.#settled[place] = this.#growing.add(this.#settled.length > 0 ? `,${text}` : text);
  }
}

function withMark(text: string): string {
  const canBeMarked = text.startsWith(USER) && text.endsWith(MARKED_END);
  return canBeMarked ? `${text.slice(0, -MARKED_END.length)}${MARK}${MARKED_END}` : text;
}
