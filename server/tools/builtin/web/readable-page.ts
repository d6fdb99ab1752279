import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";

export interface ReadablePage {
  readonly title: string;
  /** The main part of the page, without navigation and scripts. */
  readonly text: string;
}

export interface PageLink {
  readonly url: string;
  readonly text: string;
}

/** More elements than this are not searched for an article: the work would hold up everything else. */
const MOST_ELEMENTS = 20_000;
/** Characters of a page that are looked at; what comes later is left out. */
const LONGEST_PAGE = 1_000_000;
const LONGEST_LINK_TEXT = 200;

/** Makes a page readable. Never throws: of a page that no library understands it gives the bare text. */
export function toReadablePage(html: string, format: "markdown" | "text"): ReadablePage {
  const document = parsePage(html);
  const title = document.querySelector("title")?.textContent?.trim() ?? "";
  for (const one of document.querySelectorAll("script, style, noscript, template, svg, iframe")) one.remove();
  const whole = document.body?.innerHTML ?? "";
  const bare = tidy(document.body?.textContent ?? "");
  try {
    const article = new Readability(document, { maxElemsToParse: MOST_ELEMENTS, charThreshold: 200 }).parse();
    const name = article?.title?.trim() || title;
    if (format === "text") return { title: name, text: tidy(article?.textContent ?? "") || bare };
    return { title: name, text: toMarkdown(article?.content || whole) || bare };
  } catch {
    return { title, text: bare };
  }
}

/** The links of a page, each address once, complete and of the web, in the order of the page. */
export function readLinks(html: string, base: string): readonly PageLink[] {
  const document = parsePage(html);
  const links = new Map<string, string>();
  for (const anchor of document.querySelectorAll("a[href]")) {
    const target = anchor.getAttribute("href") ?? "";
    if (!URL.canParse(target, base)) continue;
    const url = new URL(target, base);
    url.hash = "";
    if (url.protocol !== "http:" && url.protocol !== "https:") continue;
    const text = tidy(anchor.textContent ?? "")
      .replaceAll("\n", " ")
      .slice(0, LONGEST_LINK_TEXT);
    if (!links.get(url.href)) links.set(url.href, text);
  }
  return [...links].map(([url, text]) => ({ url, text }));
}

/** The parser takes the first element for the whole document, so a page that leaves out `html`, as it may, gets one. */
function parsePage(html: string): Document {
  const page = html.slice(0, LONGEST_PAGE);
  return parseHTML(/<html[\s>]/i.test(page) ? page : `<html><body>${page}</body></html>`).document;
}

function toMarkdown(html: string): string {
  return tidy(new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" }).turndown(html));
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
