import { randomUUID } from "node:crypto";
import { readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import type { ArchivedSkill, SkillArchiveInput } from "../../contract/skill-desk.ts";
import { isInside } from "../../security/resolve-inside.ts";
import { installSkills } from "../install-skills.ts";
import { createNewSkill } from "../new-skill.ts";
import { packSkill } from "../pack-skill.ts";
import type { PythonAnalyser } from "../python-analyser.ts";
import { readArchive } from "../read-archive.ts";
import type { SkillRecord } from "../skill-record.ts";
import { makeWorkFolder, removeWorkFolder } from "../work-folder.ts";
import type { FoundSkills } from "./found-skills.ts";

/** How skills come into the data folder, leave it and are handed on. */
export interface SkillImports {
  /** A working skill to begin with. Throws `invalid` and `conflict`. */
  create(name: string): Promise<{ readonly name: string }>;
  /** What installing an archive would bring; nothing is kept. Throws `invalid` and `too_large`. */
  inspect(input: SkillArchiveInput): Promise<readonly ArchivedSkill[]>;
  /** Installs every skill of it that loads. Throws `conflict` as well, for a name that is taken. */
  install(input: SkillArchiveInput): Promise<readonly ArchivedSkill[]>;
  /** A .zip of the skill. Throws `not_found`, and `invalid` for one that does not load. */
  pack(name: string): Promise<{ readonly fileName: string; readonly content: Uint8Array }>;
  /** Deletes its folder. Throws `forbidden` for one that lies elsewhere than in the data folder. */
  remove(name: string): Promise<void>;
}

export interface SkillImportsDeps {
  readonly skills: FoundSkills;
  readonly analyser: PythonAnalyser;
  /** Where skills are made and installed: `skills` of the data folder. */
  readonly target: string;
  /** Archives are unpacked and packed here, and nothing stays. */
  readonly workPath: string;
}

export function createSkillImports({ skills, analyser, target, workPath }: SkillImportsDeps): SkillImports {
  const unpack = async (
    { fileName, base64, isReplacing }: SkillArchiveInput,
    into: string,
    aside: string,
  ) => {
    const archive = join(aside, "archive");
    await writeFile(archive, Buffer.from(base64, "base64"));
    return installSkills(await readArchive(archive), {
      target: into,
      archive: fileName,
      isReplacing,
      analyser,
    });
  };
  return {
    async create(name) {
      await createNewSkill(target, name);
      return { name };
    },
    inspect: (input) =>
      inFolder(workPath, async (aside) => {
        const found = await unpack(input, join(aside, "skills"), aside);
        return Promise.all(
          found.map(async ({ record }) => toArchived(record, await isThere(join(target, record.name)))),
        );
      }),
    install: (input) =>
      inFolder(workPath, async (aside) => {
        const installed = await unpack(input, target, aside);
        return installed.map(({ record, isInstalled }) => toArchived(record, isInstalled));
      }),
    async pack(name) {
      const skill = await skills.usable(name);
      return inFolder(workPath, async (aside) => {
        const file = join(aside, `${name}.zip`);
        await packSkill(skill, file);
        return { fileName: `${name}.zip`, content: await readFile(file) };
      });
    },
    async remove(name) {
      const { folder } = await skills.changeable(name);
      const root = await realpath(target).catch(() => target);
      if (folder === root || !isInside(root, folder))
        throw new AppError("forbidden", `${name} lies in a project. Delete it there: ${folder}`);
      if (basename(folder) !== name)
        throw new AppError(
          "forbidden",
          `${name} is a link to another folder. Delete the link there: ${root}`,
        );
      await removeLeftovers(root);
      // Out of sight at once, so that nobody sees half a skill.
      const gone = join(root, `${REMOVED}${randomUUID()}`);
      await rename(folder, gone);
      await rm(gone, { recursive: true, force: true });
    },
  };
}

/** What is left of it by a server that was killed goes with what calls left. */
async function inFolder<Result>(parent: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await makeWorkFolder(parent);
  try {
    return await work(folder);
  } finally {
    await removeWorkFolder(folder);
  }
}

const REMOVED = ".removed-";

async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => []))
    if (name.startsWith(REMOVED)) await rm(join(root, name), { recursive: true, force: true });
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function toArchived(record: SkillRecord, isTaken: boolean): ArchivedSkill {
  const { name, description, isUsable, findings, files, functions } = record;
  return {
    name,
    description,
    isUsable,
    findings,
    files,
    functionNames: functions.map((fn) => fn.name),
    isTaken,
  };
}
