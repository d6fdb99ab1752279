import type { ReactNode } from "react";
import { CodeBlock } from "../code-block.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import type { MarkdownElement, MarkdownImage, MarkdownLink, MarkdownNode } from "./markdown-node.ts";

interface MarkdownNodesProps {
  readonly nodes: readonly MarkdownNode[];
  /** Loads images from the addresses in the text; else a link stands for each. */
  readonly hasImages: boolean;
}

/** A text's nodes as elements of the page. */
export function MarkdownNodes({ nodes, hasImages }: MarkdownNodesProps): ReactNode {
  return nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a node is its place in the text
    typeof node === "string" ? node : <One key={index} node={node} hasImages={hasImages} />,
  );
}

interface OneProps<Node> {
  readonly node: Node;
  readonly hasImages: boolean;
}

function One({ node, hasImages }: OneProps<Exclude<MarkdownNode, string>>): ReactNode {
  switch (node.tag) {
    case "a":
      return <Link node={node} hasImages={hasImages} />;
    case "img":
      return <Image node={node} hasImages={hasImages} />;
    case "pre":
      return <CodeBlock code={node.code} language={node.language} label="Code" className="my-2" />;
    case "table":
      return (
        <ScrollBox className="table-scroll" aria-label="Table">
          <table>
            <MarkdownNodes nodes={node.children} hasImages={hasImages} />
          </table>
        </ScrollBox>
      );
    case "hr":
    case "br":
      return <node.tag />;
    case "li":
      return <Item node={node} hasImages={hasImages} />;
    default:
      return (
        <node.tag
          {...(node.start === undefined ? {} : { start: node.start })}
          {...(node.align ? { style: { textAlign: node.align } } : {})}
        >
          <MarkdownNodes nodes={node.children} hasImages={hasImages} />
        </node.tag>
      );
  }
}

function Item({ node, hasImages }: OneProps<MarkdownElement>) {
  const children = <MarkdownNodes nodes={node.children} hasImages={hasImages} />;
  if (node.isDone === undefined) return <li>{children}</li>;
  return (
    <li className="task-list-item">
      <input type="checkbox" disabled checked={node.isDone} readOnly /> {children}
    </li>
  );
}

function Link({ node: { address, title, children }, hasImages }: OneProps<MarkdownLink>) {
  return (
    <a href={address} title={title} target="_blank" rel="noopener noreferrer nofollow">
      <MarkdownNodes nodes={children} hasImages={hasImages} />
    </a>
  );
}

function Image({ node: { address, title, description }, hasImages }: OneProps<MarkdownImage>) {
  if (!hasImages)
    return (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        Image: {description || "without description"}
      </a>
    );
  return (
    // biome-ignore lint/performance/noImgElement: sizes of foreign images are not known
    <img src={address} alt={description} title={title} loading="lazy" referrerPolicy="no-referrer" />
  );
}
