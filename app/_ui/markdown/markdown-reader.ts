import { setHeadingLevels } from "./heading-levels.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import {
  createMarkdownParser,
  type MarkdownContext,
  ReadingBudget,
  type Token,
  TooMuchMarkdown,
} from "./markdown-parser.ts";
import { toMarkdownNodes } from "./to-markdown-nodes.ts";

/** A paragraph, list, table or the like that stands by itself. The same object as before where it has not changed. */
export interface MarkdownBlock {
  readonly nodes: readonly MarkdownNode[];
  /** How much there is to draw. */
  readonly parts: number;
}

/** Characters of the longest text that is read: more is nothing that anybody reads on a page. */
const MOST_CHARACTERS = 500_000;

/** Elements of one text. A long report has some thousands; ten times as many take a page about a second. */
const MOST_PARTS = 20_000;

const { outline, inside } = createMarkdownParser();

/** Reads one text again and again while it grows. */
export interface MarkdownReader {
  /** The text's blocks; undefined where it would hold the page: such a text is shown as it was written. Never throws. */
  read(text: string): readonly MarkdownBlock[] | undefined;
}

interface KnownBlock extends MarkdownBlock {
  /** The link definitions it was read with; undefined where it has no brackets and they do not matter. */
  readonly definitions: string | undefined;
}

/** What was read before is kept as long as it is part of the text. */
export function createMarkdownReader(): MarkdownReader {
  let known: ReadonlyMap<string, KnownBlock> = new Map();
  return {
    read: (text) => {
      if (text.length > MOST_CHARACTERS) return undefined;
      try {
        const { blocks, bySource } = readBlocks(text, known);
        known = bySource;
        return blocks;
      } catch (error) {
        if (error instanceof TooMuchMarkdown) return undefined;
        throw error;
      }
    },
  };
}

function readBlocks(text: string, known: ReadonlyMap<string, KnownBlock>) {
  const context: MarkdownContext = { budget: new ReadingBudget() };
  const outlined = outline.parse(text, context);
  setHeadingLevels(outlined);
  const groups = byBlock(outlined);
  const lines = text.split(/\r\n?|\n/);
  const definitions = JSON.stringify(context.references ?? {});
  const bySource = new Map<string, KnownBlock>();
  let parts = 0;
  const blocks = groups.map((tokens) => {
    const source = lines.slice(...(tokens[0]?.map ?? [0, 0])).join("\n");
    const key = `${headingsOf(tokens)} ${source}`;
    const before = bySource.get(key) ?? known.get(key);
    const isSame = before !== undefined && (before.definitions ?? definitions) === definitions;
    const block = isSame
      ? before
      : readBlock(tokens, context, source.includes("[") ? definitions : undefined);
    bySource.set(key, block);
    parts += block.parts;
    if (parts > MOST_PARTS) throw new TooMuchMarkdown();
    return block;
  });
  // A definition of a link has nothing to show.
  return { blocks: blocks.filter(({ nodes }) => nodes.length > 0), bySource };
}

function readBlock(tokens: Token[], context: MarkdownContext, definitions: string | undefined): KnownBlock {
  const state = new inside.core.State("", inside, context);
  state.tokens = tokens;
  inside.core.process(state);
  return { ...toMarkdownNodes(tokens), definitions };
}

/** The levels of a block's headings, which depend on those before: the same words may be another block. */
function headingsOf(tokens: readonly Token[]): string {
  return tokens.flatMap(({ type, tag }) => (type === "heading_open" ? [tag] : [])).join("");
}

/** The tokens of each block that stands in no other. */
function byBlock(tokens: readonly Token[]): readonly Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0) groups.push([token]);
    else groups.at(-1)?.push(token);
  }
  return groups;
}
