/** A piece of a text that was read as Markdown: plain text, or something with an element of its own on the page. */
export type MarkdownNode = string | MarkdownElement | MarkdownLink | MarkdownImage | MarkdownCode;

/** Elements that need nothing but what stands within them. Headings begin at the third level: the page has its own above. */
export type PlainTag =
  | "p"
  | "h3"
  | "h4"
  | "h5"
  | "h6"
  | "ul"
  | "ol"
  | "li"
  | "blockquote"
  | "hr"
  | "br"
  | "table"
  | "thead"
  | "tbody"
  | "tr"
  | "th"
  | "td"
  | "em"
  | "strong"
  | "del"
  | "code";

export interface MarkdownElement {
  readonly tag: PlainTag;
  readonly children: readonly MarkdownNode[];
  /** First number of an ordered list. */
  readonly start?: number;
  /** Of a table's cell. */
  readonly align?: "left" | "center" | "right";
  /** A list's item that is to be done, or is done. */
  readonly isDone?: boolean;
}

export interface MarkdownLink {
  readonly tag: "a";
  readonly children: readonly MarkdownNode[];
  /** Safe by `isSafeAddress`, like that of an image. */
  readonly address: string;
  readonly title?: string;
}

export interface MarkdownImage {
  readonly tag: "img";
  readonly address: string;
  readonly description: string;
  readonly title?: string;
}

/** A block of code. */
export interface MarkdownCode {
  readonly tag: "pre";
  readonly code: string;
  readonly language?: string;
}
