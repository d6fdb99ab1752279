"use client";

import { classNames } from "./class-names.ts";
import { lazyPart } from "./lazy-part.tsx";

const MarkdownBody = lazyPart(async () => (await import("./markdown-body.tsx")).MarkdownBody, {
  isQuiet: true,
});

interface MarkdownProps {
  readonly text: string;
  /** 14 px for reading in wide panels; 13 px otherwise. */
  readonly isReading?: boolean;
  /** Loads images from the addresses in the text. Off: a text of an agent must not call out by itself. */
  readonly hasImages?: boolean;
  readonly className?: string;
}

/**
 * Text of agents and people. HTML in it is shown as text; links open outside and carry nothing along. Until what reads Markdown
 * is loaded, with the first such text of a page, the text stands there as it was written.
 */
export function Markdown({ text, isReading = false, hasImages = false, className }: MarkdownProps) {
  return (
    <div dir="auto" className={classNames("prose", isReading && "prose-reading", className)}>
      <MarkdownBody
        fallback={<p className="whitespace-pre-wrap">{text}</p>}
        text={text}
        hasImages={hasImages}
      />
    </div>
  );
}
