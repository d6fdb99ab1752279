import { basename, join } from "node:path";
import { createSkillProjects } from "./skill-projects.ts";
import type { SkillRoot } from "./skill-record.ts";

/** The file of the data folder that names the projects whose skills are used, because paths are this machine's. */
export const PROJECTS_FILE = "skill-projects.json";

/**
 * Where skills lie, in order of precedence: what ships with OpenHive, the data folder, then each project that a person has
 * named in the settings, `.claude/skills` before `.agents/skills`. Of two skills with one name the later one counts.
 */
export async function findSkillRoots(projectFolder: string, dataDir: string): Promise<readonly SkillRoot[]> {
  const projects = await createSkillProjects(join(dataDir, PROJECTS_FILE)).list();
  return [
    { label: "packages/skills", path: join(projectFolder, "packages", "skills"), isReadOnly: true },
    { label: "data folder", path: join(dataDir, "skills") },
    ...projects.flatMap((project) =>
      [".claude/skills", ".agents/skills"].map((folder) => ({
        label: `${folder} of ${basename(project)}`,
        path: join(project, folder),
      })),
    ),
  ];
}
