import type { MarkdownElement, MarkdownNode, PlainTag } from "./markdown-node.ts";
import { MOST_NESTED, type Token, TooMuchMarkdown } from "./markdown-parser.ts";

/** Characters of an address that weigh as much as an element. */
const ADDRESS_PART = 200;

interface Open {
  readonly token: Token | undefined;
  readonly children: MarkdownNode[];
}

/**
 * One block's tokens as the tree that is drawn, and how many parts that tree has. Throws `TooMuchMarkdown` for what is nested too
 * deeply to be read to its end.
 */
export function toMarkdownNodes(tokens: readonly Token[]): {
  readonly nodes: readonly MarkdownNode[];
  readonly parts: number;
} {
  const builder = new TreeBuilder();
  for (const token of tokens) builder.add(token);
  return { nodes: builder.nodes, parts: builder.parts };
}

class TreeBuilder {
  readonly nodes: MarkdownNode[] = [];
  parts = 0;
  readonly #open: Open[] = [{ token: undefined, children: this.nodes }];

  add(token: Token): void {
    if (token.hidden) return;
    if (token.nesting === 1) this.#begin(token);
    else if (token.nesting === -1) this.#end();
    else if (token.type === "inline") for (const child of token.children ?? []) this.add(child);
    else this.#put(toLeaf(token));
  }

  #begin(token: Token): void {
    if (this.#open.length >= MOST_NESTED) throw new TooMuchMarkdown();
    this.#open.push({ token, children: [] });
  }

  #end(): void {
    const done = this.#open.pop();
    if (done?.token) this.#put(toElement(done.token, done.children));
  }

  #put(node: MarkdownNode): void {
    const siblings = this.#open.at(-1)?.children ?? this.nodes;
    const before = siblings.at(-1);
    if (typeof node !== "string") this.parts += 1 + weightOf(node);
    // One text instead of many pieces: each would be a node of the page.
    if (typeof node === "string" && typeof before === "string") siblings[siblings.length - 1] = before + node;
    else if (node !== "") siblings.push(node);
  }
}

/** One definition of a long address may be named thousands of times. */
function weightOf(node: Exclude<MarkdownNode, string>): number {
  if (!("address" in node)) return 0;
  return Math.floor((node.address.length + (node.title?.length ?? 0)) / ADDRESS_PART);
}

function toLeaf(token: Token): MarkdownNode {
  switch (token.type) {
    case "text":
    case "text_special":
      return token.content;
    case "softbreak":
      return "\n";
    case "hardbreak":
      return { tag: "br", children: [] };
    case "hr":
      return { tag: "hr", children: [] };
    case "code_inline":
      return { tag: "code", children: [token.content] };
    case "fence":
    case "code_block":
      return toCode(token);
    case "image":
      return {
        tag: "img",
        address: attribute(token, "src") ?? "",
        description: plainText(token.children ?? []),
        ...titleOf(token),
      };
    default:
      return token.content;
  }
}

function toCode(token: Token): MarkdownNode {
  const [language] = token.info.trim().split(/\s+/u, 1);
  return { tag: "pre", code: token.content.replace(/\n$/, ""), ...(language ? { language } : {}) };
}

function toElement(token: Token, children: readonly MarkdownNode[]): MarkdownNode {
  if (token.tag === "a")
    return { tag: "a", children, address: attribute(token, "href") ?? "", ...titleOf(token) };
  const tag = token.tag === "s" ? "del" : (token.tag as PlainTag);
  if (tag === "li") return toItem(children);
  const start = Number(attribute(token, "start") ?? 1);
  const align = /left|center|right/.exec(attribute(token, "style") ?? "")?.[0];
  return {
    tag,
    children,
    ...(start === 1 ? {} : { start }),
    ...(align ? { align: align as "left" | "center" | "right" } : {}),
  };
}

const BOX = /^\[([ xX])\][ \t\n]/;

/** An item of a list; with a box where it begins with one, as in "- [x] done". */
function toItem(children: readonly MarkdownNode[]): MarkdownElement {
  const [first, ...rest] = children;
  if (typeof first === "string") {
    const box = BOX.exec(first);
    if (box) return { tag: "li", children: [first.slice(box[0].length), ...rest], isDone: box[1] !== " " };
  } else if (first?.tag === "p") {
    const { isDone, children: within } = toItem(first.children);
    if (isDone !== undefined)
      return { tag: "li", children: [{ ...first, children: within }, ...rest], isDone };
  }
  return { tag: "li", children };
}

function attribute(token: Token, name: string): string | undefined {
  const value = token.attrGet(name);
  return value === null ? undefined : String(value);
}

function titleOf(token: Token): { readonly title?: string } {
  const title = attribute(token, "title");
  return title ? { title } : {};
}

/** What is read of a picture that is not seen. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === "softbreak" || type === "hardbreak") return "\n";
      return children ? plainText(children) : content;
    })
    .join("");
}
