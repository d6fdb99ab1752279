import type { SkillChange } from "@/server/contract/skill-folders.ts";

const WORDS: Readonly<Record<SkillChange["kind"], string>> = {
  added: "is here",
  changed: "changed",
  broken: "is broken: see its doctor",
  mended: "is well again",
  renamed: "has a new name",
  removed: "is gone",
};

/** What happened to skills, in one line: one by name, more by their count. */
export function skillChangesText(changes: readonly SkillChange[]): string {
  const [first] = changes;
  if (first === undefined) return "";
  if (changes.length > 1) return `${changes.length} skills changed`;
  const name = first.kind === "renamed" && first.from ? `${first.from}, now ${first.name},` : first.name;
  return `Skill ${name} ${WORDS[first.kind]}`;
}
