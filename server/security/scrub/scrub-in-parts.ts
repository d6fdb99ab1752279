import type { Scrubbed } from "./named-values.ts";
import { PLACEHOLDER } from "./secret-families.ts";
import type { Steps } from "./turns.ts";

/** Characters looked through at once: expressions run out of stack over one word of some millions. */
export const PART = 400_000;
/** How far back from its end a part looks for a place to end at. */
const REACH = 100_000;

/**
 * Scrubs a text of any length part by part. A part ends at a line's end, where nothing but a key block goes on; where lines are
 * longer than a part, behind a sign that no token holds; and where there is none, in the middle of a word. A secret that reaches
 * to such an end is hidden on to the end of its word. It may pause between two parts.
 */
export function* scrubInParts(
  text: string,
  scrub: (part: string) => Scrubbed<string>,
): Steps<Scrubbed<string>> {
  if (text.length <= PART) return scrub(text);
  const done: string[] = [];
  let count = 0;
  let isOpen = false;
  for (let from = 0; from < text.length; ) {
    if (isOpen) from = endOfWord(text, from);
    const end = endOfPart(text, from);
    const scrubbed = scrub(text.slice(from, end));
    done.push(scrubbed.value);
    count += scrubbed.count;
    isOpen = scrubbed.value.endsWith(PLACEHOLDER) && isInsideWord(text, end);
    from = end;
    yield;
  }
  return { value: done.join(""), count };
}

function endOfPart(text: string, from: number): number {
  const last = from + PART;
  if (last >= text.length) return text.length;
  const least = last - REACH;
  const line = text.lastIndexOf("\n", last - 1) + 1;
  if (line > least) return outsideKeyBlock(text, { from, end: line });
  for (const sign of [",", ";", " "]) {
    const end = text.lastIndexOf(sign, last - 1) + 1;
    if (end > least) return end;
  }
  return last;
}

/** A key block that began in the part and has not ended begins the next one. */
function outsideKeyBlock(
  text: string,
  { from, end }: { readonly from: number; readonly end: number },
): number {
  const begun = text.lastIndexOf("-----BEGIN ", end);
  const isInside = begun > from && text.lastIndexOf("-----END ", end) < begun;
  return isInside ? begun : end;
}

const WORD = /[^\s"'`,;]/;

function isInsideWord(text: string, at: number): boolean {
  return WORD.test(text[at - 1] ?? "") && WORD.test(text[at] ?? "");
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && WORD.test(text[at] ?? "")) at += 1;
  return at;
}
