import MarkdownIt from "markdown-it";
import type { SkillFinding } from "../contract/api.ts";
import type { SkillContents } from "./skill-contents.ts";

/** A manual's text below its front matter. */
export interface ManualBody {
  readonly body: string;
  /** Line of the file on which it begins. */
  readonly bodyLine: number;
}

const MOST = 10;

/** Takes time that grows with a text and not faster, whatever its author wrote (decision 11). */
const markdown = new MarkdownIt("commonmark");

type Token = ReturnType<typeof markdown.parse>[number];

/** Links of a manual such as [steps](references/steps.md) whose file is not there. What stands in code is no link. */
export function checkLinks(
  contents: SkillContents,
  manual: ManualBody,
  file: string,
): readonly SkillFinding[] {
  const missing = new Map<string, number>();
  for (const { target, line } of linksOf(manual.body)) {
    const path = toPath(target);
    if (path !== undefined && !contents.has(path) && !missing.has(path))
      missing.set(path, manual.bodyLine + line);
  }
  return [...missing].slice(0, MOST).map(([path, line]) => ({
    level: "info",
    rule: "link-broken",
    message: `The manual links to ${path}, which is not among the skill's files.`,
    file,
    line,
  }));
}

interface Link {
  readonly target: string;
  /** Counted from 0. */
  readonly line: number;
}

function linksOf(body: string): readonly Link[] {
  return markdown
    .parse(body, {})
    .flatMap(({ map, children }) => (children ? linksWithin(children, map?.[0] ?? 0) : []));
}

/** Those of one paragraph, heading or item. */
function linksWithin(tokens: readonly Token[], firstLine: number): readonly Link[] {
  const links: Link[] = [];
  let line = firstLine;
  for (const token of tokens) {
    if (token.type === "softbreak" || token.type === "hardbreak") line += 1;
    const target = token.attrGet("href") ?? token.attrGet("src");
    if (typeof target === "string") links.push({ target, line });
  }
  return links;
}

const FILE = /^(?:\.\/)?([\w./-]+\.\w+)(?:#.*)?$/;

/** The file of the skill that is meant; undefined for what lies elsewhere. */
function toPath(target: string): string | undefined {
  const path = FILE.exec(target)?.[1];
  return path === undefined || /^(\/|www\.)|\.\./.test(path) ? undefined : path;
}
