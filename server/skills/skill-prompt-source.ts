import type { PromptSection } from "../contract/api.ts";
import type { PromptSource } from "../engine/ports.ts";
import { catalogueLine } from "./catalogue-line.ts";
import { findSessionSkills, type SkillLibrary } from "./session-skills.ts";
import type { SkillRecord } from "./skill-record.ts";

/**
 * What skills say in the system prompt: one line for each granted skill, and the manual of each activated one.
 *
 * The catalogue does not change when a skill is activated, and manuals are added at the end: the prefix that providers
 * cache stays as it is.
 */
export function createSkillPromptSource(library: SkillLibrary): PromptSource {
  return {
    async sections(scope) {
      const { granted, active } = await findSessionSkills(library, scope);
      if (granted.length === 0) return [];
      return [toCatalogueSection(granted), ...active.map(toManualSection)];
    },
  };
}

function toCatalogueSection(granted: readonly SkillRecord[]): PromptSection {
  const intro = [
    "You have the skills below. To use one, call activate_skill with its name: its manual then appears here and its functions among your tools.",
    "Activate a skill only when the task needs it.",
  ].join("\n");
  return { kind: "catalogue", title: "Skills", text: [intro, "", ...granted.map(catalogueLine)].join("\n") };
}

function toManualSection(skill: SkillRecord): PromptSection {
  return { kind: "skill", title: `Skill ${skill.name}`, text: skill.body };
}
