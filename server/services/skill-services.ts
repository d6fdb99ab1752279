import { AppError } from "../contract/app-error.ts";
import type { Services } from "../contract/services.ts";
import type { SkillPages } from "../skills/skill-pages.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";

/** Skills as pages and the command line show them, with how many agents have each. */
export function createSkillServices(
  pages: SkillPages,
  orgs: Pick<OrgStore, "usage">,
): Pick<Services, "listSkills" | "getSkill"> {
  return {
    async listSkills() {
      const [skills, usage] = await Promise.all([pages.list(), orgs.usage()]);
      return skills.map((skill) => ({ ...skill, usedBy: usage.skills.get(skill.name) ?? 0 }));
    },
    async getSkill(name) {
      const [skill, usage] = await Promise.all([pages.detail(name), orgs.usage()]);
      if (!skill) throw new AppError("not_found", `There is no skill ${name}.`);
      return { ...skill, usedBy: usage.skills.get(name) ?? 0 };
    },
  };
}
