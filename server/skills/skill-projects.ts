import { randomUUID } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { z } from "zod";
import { AppError } from "../contract/app-error.ts";
import { codeOf } from "../contract/error-code.ts";
import { createInTurns } from "../contract/in-turns.ts";
import { skillProjectPath } from "../contract/skill-folders.ts";
import { writeWhole } from "../security/write-whole.ts";

const MOST = 100;
const listSchema = z.object({ projects: z.array(skillProjectPath).max(MOST) });

/** The projects that a person has named on this machine: naming one is what makes its skills trusted. */
export interface SkillProjects {
  /** Absolute paths; a later one has precedence. None when the file cannot be read. */
  list(): Promise<readonly string[]>;
  /** The same, for people. Throws an `AppError` ("invalid") that names a file that cannot be read. */
  read(): Promise<readonly string[]>;
  /**
   * As the last, if it is not there yet. Durable before it resolves. Throws an `AppError` ("invalid") for what is no folder and for
   * one too many; like `remove` also for a list that cannot be read, which stays as it is.
   */
  add(path: string): Promise<void>;
  /** Whether its folder is there or not. Durable before it resolves. */
  remove(path: string): Promise<void>;
}

/** They are kept in a file of the data folder, because paths are this machine's. Its changes are made one after the other. */
export function createSkillProjects(file: string): SkillProjects {
  const inTurns = createInTurns();
  const read = (): Promise<readonly string[]> => readList(file);
  const change = (toNext: (projects: readonly string[]) => readonly string[]): Promise<void> =>
    inTurns(file, async () => writeList(file, toNext(await read())));
  return {
    read,
    list: () => read().catch(() => []),
    async add(path) {
      await checkFolder(path);
      await change((projects) => withPath(projects, path));
    },
    remove: (path) => change((projects) => projects.filter((other) => other !== path)),
  };
}

async function readList(file: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    const message = `${file} cannot be read (${codeOf(error)}). Make it a file that OpenHive may read, then try again.`;
    throw new AppError("invalid", message, { cause: error });
  }
  try {
    return listSchema.parse(JSON.parse(text)).projects;
  } catch (error) {
    const message = `${file} does not hold a list of up to ${MOST} projects. Mend it, or move it away to begin anew, then try again.`;
    throw new AppError("invalid", message, { cause: error });
  }
}

async function writeList(file: string, projects: readonly string[]): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ projects }, null, 2)}\n`);
  await mkdir(dirname(file), { recursive: true });
  await writeWhole({ temporary: `${file}.${randomUUID()}`, path: file }, { bytes, mode: 0o600 });
}

function withPath(projects: readonly string[], path: string): readonly string[] {
  if (projects.includes(path)) return projects;
  if (projects.length >= MOST)
    throw new AppError("invalid", `${MOST} projects are named already. Remove one first.`);
  return [...projects, path];
}

async function checkFolder(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new AppError("invalid", `${path} is not an absolute path.`);
  const entry = await stat(path).catch(() => undefined);
  if (!entry?.isDirectory()) throw new AppError("invalid", `${path} is not a folder of this machine.`);
}
