import type { OrgDocument } from "@/server/contract/org-document.ts";
import type { Side } from "./merge-documents.ts";

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

/** What a merge takes beside the agents, as a sentence; undefined where nothing else differs. */
export function restWords({
  mine,
  theirs,
}: Readonly<Record<Side, readonly (keyof OrgDocument)[]>>): string | undefined {
  const wordsOf = (fields: readonly (keyof OrgDocument)[]) =>
    list.format(fields.map((field) => WORDS[field]));
  const sides: string[] = [];
  if (mine.length > 0) sides.push(`your ${wordsOf(mine)}`);
  if (theirs.length > 0) sides.push(`their ${wordsOf(theirs)}`);
  return sides.length === 0 ? undefined : `Besides, a merge takes ${list.format(sides)}.`;
}
