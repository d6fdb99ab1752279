import type { PromptSection } from "../contract/api.ts";
import type { PromptSource } from "../engine/ports.ts";
import { catalogueLine } from "./catalogue-line.ts";
import { findGrantedSkills, pickActive } from "./granted-skills.ts";
import type { SkillCatalogue } from "./skill-catalogue.ts";
import type { SkillRecord } from "./skill-record.ts";

/**
 * What skills say in the system prompt: one line for each granted skill, and the manual of each activated one.
 *
 * The catalogue does not change when a skill is activated, and manuals are added at the end: the prefix that providers
 * cache stays as it is.
 */
export function createSkillPromptSource(catalogue: SkillCatalogue): PromptSource {
  return {
    async sections(scope) {
      const granted = await findGrantedSkills(catalogue, scope);
      if (granted.length === 0) return [];
      const active = pickActive(granted, scope.messages);
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
