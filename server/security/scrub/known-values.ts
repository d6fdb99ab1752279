import type { Scrubbed } from "./named-values.ts";
import { PLACEHOLDER } from "./secret-families.ts";

/** Shorter values occur by chance in ordinary text: hiding them would hide the text. */
const SHORTEST = 6;
/** Values this long are recognised by a piece of theirs, where a text was cut in the middle of one. */
const CUTTABLE = 20;
/** Characters of a value that have to be there at a cut. */
const PIECE = 12;

/** Hides values that are known to be secret, wherever and however they are written. */
export interface KnownValues {
  /** One pass over the text, however many values there are. */
  scrub(text: string): Scrubbed<string>;
  /** Where the end of the text begins that may be the first lines of a value of several lines; its length where no value has begun. */
  openFrom(text: string): number;
}

interface Form {
  readonly text: string;
  /** Part of it is enough, from its beginning or to its end. */
  readonly isCuttable: boolean;
}

/**
 * Prepares values for hiding: as they are, and as they look inside JSON, addresses, base64 and hexadecimal text. Of long values
 * a beginning or an end of 12 characters is hidden too: tools cut what they read, and a cut may go through a secret.
 *
 * Values shorter than 6 characters are left out; equal ones count once. Where several begin at the same place the longest is
 * hidden, so that a value that holds another is hidden whole.
 */
export function createKnownValues(values: Iterable<string>): KnownValues {
  const index = new FormIndex();
  for (const value of values)
    if (value.length >= SHORTEST) for (const form of formsOf(value)) index.add(form);
  return { scrub: (text) => hide(text, index), openFrom: (text) => index.openFrom(text) };
}

function hide(text: string, index: FormIndex): Scrubbed<string> {
  if (index.isEmpty) return { value: text, count: 0 };
  let result = "";
  let written = 0;
  let count = 0;
  for (let at = 0; at + SHORTEST <= text.length; at += 1) {
    // Most places are no beginning of anything: a look into a table of pairs of letters says so.
    if (!index.mayBegin(text, at)) continue;
    const found = index.find(text, at, written);
    if (found === undefined) continue;
    result += text.slice(written, found.start) + PLACEHOLDER;
    written = found.end;
    at = written - 1;
    count += 1;
  }
  return count === 0 ? { value: text, count } : { value: result + text.slice(written), count };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Forms by their first six characters. */
class FormIndex {
  readonly #forms = new Map<string, Form[]>();
  /** One bit for each pair of first characters, folded. */
  readonly #pairs = new Uint8Array(0x10000);
  /** Forms of several lines, each with its first one. */
  readonly #severalLines = new Map<string, string>();

  get isEmpty(): boolean {
    return this.#forms.size === 0;
  }

  add(form: Form): void {
    this.#put(form.text.slice(0, SHORTEST), form);
    if (form.isCuttable) this.#put(form.text.slice(-PIECE, -PIECE + SHORTEST), form);
    const firstLine = form.text.slice(0, form.text.indexOf("\n") + 1);
    if (firstLine !== "") this.#severalLines.set(form.text, firstLine);
  }

  mayBegin(text: string, at: number): boolean {
    return this.#pairs[pairAt(text, at)] === 1;
  }

  /** The longest secret that begins here, or of which a piece ends what was cut; it does not reach back before `from`. */
  find(text: string, at: number, from: number): Span | undefined {
    let longest: Span | undefined;
    for (const form of this.#forms.get(text.slice(at, at + SHORTEST)) ?? []) {
      const span = spanOf(form, text, { at, from });
      if (span && (!longest || span.end - span.start > longest.end - longest.start)) longest = span;
    }
    return longest;
  }

  openFrom(text: string): number {
    let from = text.length;
    for (const [form, firstLine] of this.#severalLines) {
      let at = text.indexOf(firstLine, Math.max(0, text.length - form.length + 1));
      // Compared as wholes, not with startsWith, which goes letter by letter: a value may have thousands of equal lines.
      while (at >= 0 && at < from && form.slice(0, text.length - at) !== text.slice(at))
        at = text.indexOf(firstLine, at + 1);
      if (at >= 0 && at < from) from = at;
    }
    return from;
  }

  #put(key: string, form: Form): void {
    const known = this.#forms.get(key) ?? [];
    if (known.some((one) => one.text === form.text)) return;
    this.#forms.set(key, [...known, form]);
    this.#pairs[pairAt(key, 0)] = 1;
  }
}

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 8) ^ text.charCodeAt(at + 1)) & 0xffff;
}

interface Place {
  readonly at: number;
  readonly from: number;
}

function spanOf({ text: form, isCuttable }: Form, text: string, { at, from }: Place): Span | undefined {
  if (text.startsWith(form, at)) return { start: at, end: at + form.length };
  if (!isCuttable) return undefined;
  const begun = sharedLength(form, text, at);
  if (begun >= PIECE) return { start: at, end: at + begun };
  if (!text.startsWith(form.slice(-PIECE), at)) return undefined;
  let back = 0;
  while (at - back > from && text[at - back - 1] === form[form.length - PIECE - back - 1]) back += 1;
  return { start: at - back, end: at + PIECE };
}

function sharedLength(form: string, text: string, at: number): number {
  let length = 0;
  while (length < form.length && form[length] === text[at + length]) length += 1;
  return length;
}

function formsOf(value: string): readonly Form[] {
  const bytes = Buffer.from(value);
  const base64 = bytes.toString("base64");
  const written = [
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll("%20", "+"),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ].map((text) => ({ text, isCuttable: false }));
  const plain = [value, value.trim()].map((text) => ({ text, isCuttable: isCuttable(text) }));
  return [...plain, ...written].filter(({ text }) => text.length >= SHORTEST);
}

/** A key, not a text: what begins like a text or a file begins like many others. */
function isCuttable(value: string): boolean {
  return (
    value.length >= CUTTABLE &&
    /^[\x21-\x7e]+$/.test(value) &&
    /\d/.test(value.slice(0, PIECE)) &&
    /\d/.test(value.slice(-PIECE))
  );
}
