import type { SkillFinding } from "../contract/api.ts";

/** Far above what manuals have (some 1,000 characters). Reading takes time that grows with the square of what is read. */
const MAX_CHARACTERS = 20_000;
const MAX_LINES = 400;
const MAX_DEPTH = 50;

/** Front matter, without the lines around it, that would keep the whole server busy: it is not read at all. Else undefined. */
export function findTooLarge(head: readonly string[]): SkillFinding | undefined {
  const size = head.reduce((sum, line) => sum + line.length + 1, 0);
  const isLarge = size > MAX_CHARACTERS || head.length > MAX_LINES;
  if (!isLarge && depthOf(head) <= MAX_DEPTH) return undefined;
  const message = isLarge
    ? `The front matter has ${head.length} lines and ${size} characters; it is read up to ${MAX_LINES} lines and ${MAX_CHARACTERS} characters. What is long belongs below it.`
    : `The front matter is nested more than ${MAX_DEPTH} deep and is not read.`;
  return { level: "error", rule: "front-matter-large", message, line: 1 };
}

/** How deep it is nested at most: brackets that are open, or entries that begin on one line. */
function depthOf(head: readonly string[]): number {
  let open = 0;
  let deepest = 0;
  for (const line of head) {
    deepest = Math.max(deepest, /^[\s?-]*/.exec(line)?.[0].match(/[?-]/g)?.length ?? 0);
    for (const bracket of line.match(/[[\]{}]/g) ?? []) {
      open += bracket === "[" || bracket === "{" ? 1 : -1;
      deepest = Math.max(deepest, open);
    }
  }
  return deepest;
}
