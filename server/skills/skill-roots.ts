import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import type { SkillRoot } from "./skill-record.ts";

/** The file of the data folder that names the projects whose skills are used, because paths are this machine's. */
export const PROJECTS_FILE = "skill-projects.json";

export const skillProjectsSchema = z.object({ projects: z.array(z.string().min(1).max(4_000)).max(100) });

/**
 * Where skills lie, in order of precedence: what ships with OpenHive, the data folder, then each project that a person has
 * named in the settings, `.claude/skills` before `.agents/skills`. Of two skills with one name the later one counts.
 */
export async function findSkillRoots(projectFolder: string, dataDir: string): Promise<readonly SkillRoot[]> {
  const projects = await readSkillProjects(dataDir);
  return [
    { label: "packages/skills", path: join(projectFolder, "packages", "skills") },
    { label: "data folder", path: join(dataDir, "skills") },
    ...projects.flatMap((project) =>
      [".claude/skills", ".agents/skills"].map((folder) => ({
        label: `${folder} of ${basename(project)}`,
        path: join(project, folder),
      })),
    ),
  ];
}

/** The projects' folders, absolute. A settings file that cannot be read names none. */
export async function readSkillProjects(dataDir: string): Promise<readonly string[]> {
  try {
    const text = await readFile(join(dataDir, PROJECTS_FILE), "utf8");
    return skillProjectsSchema.parse(JSON.parse(text)).projects;
  } catch {
    return [];
  }
}
