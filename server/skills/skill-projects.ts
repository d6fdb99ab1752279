import { randomUUID } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { AppError } from "../contract/app-error.ts";
import { skillProjectsInput } from "../contract/skill-folders.ts";
import { writeWhole } from "../security/write-whole.ts";

/** The projects that a person has named on this machine: naming one is what makes its skills trusted. */
export interface SkillProjects {
  /** Absolute paths; a later one has precedence. None when the file cannot be read. */
  list(): Promise<readonly string[]>;
  /** Durable before it resolves. Throws an `AppError` ("invalid") for what is no folder. */
  set(projects: readonly string[]): Promise<void>;
}

/** They are kept in a file of the data folder, because paths are this machine's. */
export function createSkillProjects(file: string): SkillProjects {
  return {
    async list() {
      try {
        return skillProjectsInput.parse(JSON.parse(await readFile(file, "utf8"))).projects;
      } catch {
        return [];
      }
    },
    async set(projects) {
      const wanted = [...new Set(projects)];
      for (const path of wanted) await checkFolder(path);
      const bytes = Buffer.from(`${JSON.stringify({ projects: wanted }, null, 2)}\n`);
      await mkdir(dirname(file), { recursive: true });
      await writeWhole({ temporary: `${file}.${randomUUID()}`, path: file }, { bytes, mode: 0o600 });
    },
  };
}

async function checkFolder(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new AppError("invalid", `${path} is not an absolute path.`);
  const entry = await stat(path).catch(() => undefined);
  if (!entry?.isDirectory()) throw new AppError("invalid", `${path} is not a folder of this machine.`);
}
