"use client";

import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "./code-block.tsx";

interface MarkdownBodyProps {
  readonly text: string;
  readonly hasImages: boolean;
}

/** The elements of a Markdown text: see `Markdown`, which loads this. */
export const MarkdownBody = memo(function MarkdownBody({ text, hasImages }: MarkdownBodyProps) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={hasImages ? withImages : withoutImages}>
      {text}
    </ReactMarkdown>
  );
});

/** The page has a heading of its own, and the message another: those in a text stand below both. */
const HEADINGS: Components = { h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6" };

const withImages: Components = {
  ...HEADINGS,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  pre: ({ node }) => (
    <CodeBlock
      code={plainText(node).replace(/\n$/, "")}
      language={languageOf(node)}
      label="Code"
      className="my-2"
    />
  ),
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
  readonly properties?: { readonly className?: unknown };
  readonly value?: unknown;
  readonly children?: readonly SyntaxNode[];
}

/** The language that stands behind the fence, as in "```python". */
function languageOf(node: SyntaxNode | undefined): string | undefined {
  const names: unknown = node?.children?.[0]?.properties?.className;
  if (!Array.isArray(names)) return undefined;
  const name = names.find((one) => typeof one === "string" && one.startsWith("language-"));
  return typeof name === "string" ? name.slice("language-".length) : undefined;
}

function plainText(node: SyntaxNode | undefined): string {
  if (!node) return "";
  if (typeof node.value === "string") return node.value;
  return (node.children ?? []).map(plainText).join("");
}
