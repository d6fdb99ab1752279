import { AppError } from "../contract/app-error.ts";
import type { Services } from "../contract/services.ts";
import type { SkillImports } from "../skills/desk/skill-imports.ts";
import type { SkillManuals } from "../skills/desk/skill-manuals.ts";
import type { SkillMends } from "../skills/desk/skill-mends.ts";
import type { SkillTries } from "../skills/desk/skill-tries.ts";
import type { EnvironmentPages } from "../skills/environments/follow-environment.ts";
import type { SkillNews } from "../skills/skill-news.ts";
import type { SkillPages } from "../skills/skill-pages.ts";
import type { SkillProjects } from "../skills/skill-projects.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";

export interface SkillServicesDeps {
  readonly pages: SkillPages;
  readonly news: SkillNews;
  readonly environmentPages: EnvironmentPages;
  readonly projects: SkillProjects;
  readonly tries: SkillTries;
  readonly mends: SkillMends;
  readonly manuals: SkillManuals;
  readonly imports: SkillImports;
}

type SkillServices = Pick<
  Services,
  | "listSkills"
  | "getSkill"
  | "followSkills"
  | "followSkillEnvironment"
  | "prepareSkill"
  | "trySkill"
  | "listSkillExamples"
  | "testSkill"
  | "saveSkillExample"
  | "readSkillFile"
  | "previewMend"
  | "mendSkill"
  | "readSkillManual"
  | "checkSkillManual"
  | "writeSkillManual"
  | "createSkill"
  | "inspectSkillArchive"
  | "installSkillArchive"
  | "packSkill"
  | "removeSkill"
  | "listSkillFolders"
  | "listSkillProjects"
  | "addSkillProject"
  | "removeSkillProject"
>;

/** Skills as pages and the command line show them, with how many agents have each. */
export function createSkillServices(
  { pages, news, environmentPages, projects, tries, mends, manuals, imports }: SkillServicesDeps,
  orgs: Pick<OrgStore, "usage" | "skillUsers">,
): SkillServices {
  return {
    async listSkills() {
      const [skills, usage] = await Promise.all([pages.list(), orgs.usage()]);
      return skills.map((skill) => ({ ...skill, usedBy: usage.skills.get(skill.name) ?? 0 }));
    },
    async getSkill(name) {
      const [skill, usage, users] = await Promise.all([
        pages.detail(name),
        orgs.usage(),
        orgs.skillUsers(name),
      ]);
      if (!skill) throw notFound(name);
      return { ...skill, usedBy: usage.skills.get(name) ?? 0, users };
    },
    followSkills: news.follow,
    async *followSkillEnvironment(name, signal) {
      if (!(await environmentPages.state(name))) throw notFound(name);
      yield* environmentPages.follow(name, signal);
    },
    async prepareSkill(name) {
      const state = await environmentPages.begin(name);
      if (!state) throw notFound(name);
      return state;
    },
    trySkill: tries.run,
    listSkillExamples: tries.examples,
    testSkill: tries.test,
    saveSkillExample: tries.save,
    readSkillFile: mends.read,
    previewMend: mends.preview,
    mendSkill: mends.mend,
    readSkillManual: manuals.read,
    checkSkillManual: manuals.check,
    writeSkillManual: manuals.write,
    createSkill: imports.create,
    inspectSkillArchive: imports.inspect,
    installSkillArchive: imports.install,
    packSkill: imports.pack,
    removeSkill: imports.remove,
    listSkillFolders: pages.folders,
    listSkillProjects: projects.read,
    addSkillProject: projects.add,
    removeSkillProject: projects.remove,
  };
}

const notFound = (name: string): AppError => new AppError("not_found", `There is no skill ${name}.`);
