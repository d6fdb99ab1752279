import MarkdownIt, { type Env } from "markdown-it";
import { isSafeAddress } from "./safe-address.ts";

export type MarkdownParser = InstanceType<typeof MarkdownIt>;
export type Token = ReturnType<MarkdownParser["parse"]>[number];

/** What is nested deeper is not read: see `toMarkdownNodes`, which refuses such a text whole. */
export const MOST_NESTED = 60;

/**
 * Places of one text at which something could begin. A book has some ten thousand; a text made to hold the page has one at each
 * of its characters, and is given up after about half a second.
 */
const MOST_STEPS = 100_000;

/** The text is not drawn as Markdown: that would take longer, or make more of it, than a page can bear. */
export class TooMuchMarkdown extends Error {}

/** Counts what reading one text costs, and ends it with `TooMuchMarkdown`. */
export class ReadingBudget {
  #left = MOST_STEPS;

  spend(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new TooMuchMarkdown();
  }
}

/** What a text's parsing carries along: its link definitions, and what it may still cost. */
export interface MarkdownContext extends Env {
  readonly budget: ReadingBudget;
}

/**
 * Two halves of one reader: `outline` finds the blocks of a text, `inside` what stands within a block. Apart, so that of a text
 * that grows only what has changed is read again. Both take time that grows with the text and not faster (decision 11).
 */
export function createMarkdownParser(): {
  readonly outline: MarkdownParser;
  readonly inside: MarkdownParser;
} {
  const outline = createHalf();
  outline.core.ruler.enableOnly(["normalize", "block"]);
  const inside = createHalf();
  inside.core.ruler.enableOnly(["inline", "linkify", "text_join"]);
  return { outline, inside };
}

function createHalf(): MarkdownParser {
  // HTML is text here: nobody's text may bring elements of its own into the page.
  const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: MOST_NESTED });
  parser.validateLink = isSafeAddress;
  // An address is read as it was written: decoded it could look like another.
  parser.normalizeLinkText = (address) => address;
  linkBareAddresses(parser);
  const count = ({ env }: { readonly env: unknown }): boolean => {
    (env as MarkdownContext).budget.spend();
    return false;
  };
  parser.block.ruler.before("table", "budget", count, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  // After plain text, so that only what is not plain text counts.
  parser.inline.ruler.after("text", "budget", count);
  return parser;
}

/** Bare addresses become links where GitHub's Markdown makes them so: with http(s) or www, and people's addresses. */
function linkBareAddresses({ linkify }: MarkdownParser): void {
  linkify.set({ fuzzyLink: false });
  linkify.add("ftp:", null).add("//", null);
  linkify.add("www.", {
    validate: (text, from) => endOfBareAddress(text, from) - from,
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

const LONGEST_BARE = 2_000;
const BARE = /[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<]*)?/uy;
/** What ends a sentence rather than an address. */
const CLOSING = new Set("?!.,:;*_~'\")]");

function endOfBareAddress(text: string, from: number): number {
  BARE.lastIndex = 0;
  const found = BARE.exec(text.slice(from, from + LONGEST_BARE))?.[0] ?? "";
  let length = found.length;
  while (CLOSING.has(found.charAt(length - 1))) length -= 1;
  return from + length;
}
