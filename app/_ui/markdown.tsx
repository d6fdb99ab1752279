"use client";

import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { classNames } from "./class-names.ts";
import { CodeBlock } from "./code-block.tsx";

interface MarkdownProps {
  readonly text: string;
  /** 14 px for reading in wide panels; 13 px otherwise. */
  readonly isReading?: boolean;
  /** Loads images from the addresses in the text. Off: a text of an agent must not call out by itself. */
  readonly hasImages?: boolean;
  readonly className?: string;
}

/** Text of agents and people. HTML in it is shown as text; links open outside and carry nothing along. */
export const Markdown = memo(function Markdown({
  text,
  isReading = false,
  hasImages = false,
  className,
}: MarkdownProps) {
  return (
    <div className={classNames("prose", isReading && "prose-reading", className)}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={hasImages ? withImages : withoutImages}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

const withImages: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  pre: ({ node }) => <CodeBlock code={plainText(node).replace(/\n$/, "")} label="Code" className="my-2" />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="table-scroll" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  img: ({ src, alt }) => (
    // biome-ignore lint/performance/noImgElement: sizes of foreign images are not known
    <img
      src={typeof src === "string" ? src : ""}
      alt={alt ?? ""}
      loading="lazy"
      referrerPolicy="no-referrer"
    />
  ),
};

const withoutImages: Components = {
  ...withImages,
  img: ({ src, alt }) => (
    <a href={typeof src === "string" ? src : ""} target="_blank" rel="noopener noreferrer nofollow">
      Image: {alt || "without description"}
    </a>
  ),
};

interface SyntaxNode {
  readonly value?: unknown;
  readonly children?: readonly SyntaxNode[];
}

function plainText(node: SyntaxNode | undefined): string {
  if (!node) return "";
  if (typeof node.value === "string") return node.value;
  return (node.children ?? []).map(plainText).join("");
}
