import type { SkillRecord } from "./skill-record.ts";

const MAX_DESCRIPTION = 1_100;

/** A skill in the catalogue: its short name and one line on what it does. */
export function catalogueLine(skill: SkillRecord): string {
  const { description } = skill;
  const shown =
    description.length > MAX_DESCRIPTION ? `${description.slice(0, MAX_DESCRIPTION)}...` : description;
  return `- ${skill.name}: ${shown}`;
}
