import type { Token } from "./markdown-parser.ts";

/** The page has a heading of its own, and the panel or dialog with the text another: those in the text stand below both. */
const FIRST = 3;
const LAST = 6;

/**
 * Gives the headings of a text levels that continue the outline around it: the first is on the third level, and none lies more than one
 * below the heading before it, whatever depth they were written with. What is still to come changes nothing about those that are there.
 */
export function setHeadingLevels(tokens: readonly Token[]): void {
  const above: number[] = [];
  for (const token of tokens) {
    if (token.type !== "heading_open") continue;
    const depth = Number(token.tag.slice(1));
    while ((above.at(-1) ?? 0) >= depth) above.pop();
    above.push(depth);
    token.tag = `h${Math.min(LAST, FIRST - 1 + above.length)}`;
  }
}
