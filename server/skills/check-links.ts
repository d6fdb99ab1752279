import type { SkillFinding } from "../contract/api.ts";
import type { SkillContents } from "./skill-contents.ts";

/** A manual's text below its front matter. */
export interface ManualBody {
  readonly body: string;
  /** Line of the file on which it begins. */
  readonly bodyLine: number;
}

const MOST = 10;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const CODE = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;
const LINK = /\]\(\s*<?(?:\.\/)?([\w./-]+\.\w+)>?(?:#[^)]*)?\s*\)/g;

/** Links of a manual such as [steps](references/steps.md) whose file is not there. What stands in code is no link. */
export function checkLinks(
  contents: SkillContents,
  manual: ManualBody,
  file: string,
): readonly SkillFinding[] {
  const missing = new Map<string, number>();
  for (const [index, line] of outsideOfCode(manual.body.split("\n")).entries())
    for (const [, path = ""] of line.matchAll(LINK))
      if (!isElsewhere(path) && !contents.has(path) && !missing.has(path))
        missing.set(path, manual.bodyLine + index);
  return [...missing].slice(0, MOST).map(([path, line]) => ({
    level: "info",
    rule: "link-broken",
    message: `The manual links to ${path}, which is not among the skill's files.`,
    file,
    line,
  }));
}

function isElsewhere(path: string): boolean {
  return /^(\/|\w+:|www\.)|\.\./.test(path);
}

/** The same lines, with nothing where there is code. */
function outsideOfCode(lines: readonly string[]): readonly string[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark === undefined) return line.replace(CODE, "");
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    return "";
  });
}
