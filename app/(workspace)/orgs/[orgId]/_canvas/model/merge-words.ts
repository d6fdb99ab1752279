import type { OrgDocument } from "@/server/contract/org-document.ts";
import type { LeftLine, RestOfMerge } from "./merge-documents.ts";

const WORDS: Readonly<Record<keyof OrgDocument, string>> = {
  name: "name",
  description: "description",
  task: "task",
  agents: "agents",
  lines: "lines",
  notes: "notes",
  groups: "groups",
  direction: "direction",
  policy: "rules",
  workspace: "choice of files",
};

const list = new Intl.ListFormat("en");

/** What a merge takes beside the agents: "your name and their notes"; undefined where nothing else differs. */
export function restWords({ mine, theirs, both }: RestOfMerge): string | undefined {
  const wordsOf = (fields: readonly (keyof OrgDocument)[]) =>
    list.format(fields.map((field) => WORDS[field]));
  const parts: string[] = [];
  if (mine.length > 0) parts.push(`your ${wordsOf(mine)}`);
  if (theirs.length > 0) parts.push(`their ${wordsOf(theirs)}`);
  if (both.length > 0) parts.push(`your ${wordsOf(both)} in place of theirs`);
  return parts.length === 0 ? undefined : list.format(parts);
}

/** Which lines a merge leaves out: "the line from Lead to Writer (it would be a loop)"; undefined where it takes all. */
export function leftWords(left: readonly LeftLine[]): string | undefined {
  const lines = left.map(({ childName, parentName, refusal }) => {
    const reason = refusal === "No such agent" ? `${parentName} is not taken` : "it would be a loop";
    return `the line from ${parentName} to ${childName} (${reason})`;
  });
  return lines.length === 0 ? undefined : list.format(lines);
}
