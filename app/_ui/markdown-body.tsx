"use client";

import { memo, useMemo, useState } from "react";
import { MarkdownNodes } from "./markdown/markdown-nodes.tsx";
import { createMarkdownReader, type MarkdownBlock } from "./markdown/markdown-reader.ts";
import { usePacedText } from "./markdown/use-paced-text.ts";
import { Note } from "./note.tsx";
import { withoutPiles } from "./without-piles.ts";

interface MarkdownBodyProps {
  readonly text: string;
  readonly hasImages: boolean;
}

/** The elements of a Markdown text: see `Markdown`, which loads this. */
export const MarkdownBody = memo(function MarkdownBody({ text, hasImages }: MarkdownBodyProps) {
  const [reader] = useState(createMarkdownReader);
  const grown = usePacedText(text);
  const paced = useMemo(() => withoutPiles(grown), [grown]);
  const blocks = useMemo(() => reader.read(paced), [reader, paced]);
  if (!blocks) return <AsWritten text={paced} />;
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the text
    <Block key={index} block={block} hasImages={hasImages} />
  ));
});

interface BlockProps {
  readonly block: MarkdownBlock;
  readonly hasImages: boolean;
}

/** Drawn again only when it has changed, which of a text that grows is the last one. */
const Block = memo(function Block({ block, hasImages }: BlockProps) {
  return <MarkdownNodes nodes={block.nodes} hasImages={hasImages} />;
});

/** A text that no page can bear as Markdown. */
function AsWritten({ text }: { readonly text: string }) {
  return (
    <>
      <Note>Shown as it was written: it is too large, or nested too deeply, to be drawn.</Note>
      <p className="whitespace-pre-wrap">{text}</p>
    </>
  );
}
