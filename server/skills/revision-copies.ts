import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readInside } from "../security/read-inside.ts";
import { packSkill } from "./pack-skill.ts";
import { readArchive } from "./read-archive.ts";
import { MAX_FILE_BYTES } from "./skill-folder.ts";
import type { SkillRecord } from "./skill-record.ts";

/** Where copies lie for processes that do not share a data folder. */
export interface SharedRevisions {
  /** Says that it is asked for; false when it is not there. */
  touch(skill: string, revision: string): Promise<boolean>;
  save(skill: string, revision: string, content: Uint8Array): Promise<void>;
  load(skill: string, revision: string): Promise<Uint8Array | undefined>;
  /** Removes what nobody refers to. Gives the number. */
  collect(): Promise<number>;
}

type Named = Pick<SkillRecord, "name" | "revision">;

/** The folder of the copies, and what lies in it and where other processes find it. */
export interface RevisionCopies {
  placeOf(skill: Named): string;
  /** Brings a copy here that another process kept; false where there is none. A damaged one makes room. */
  fetch(skill: Named): Promise<boolean>;
  /** Lets other processes find what is kept here. */
  share(skill: SkillRecord): Promise<void>;
}

/** Of a skill, packed; a larger one is kept in the data folder alone. */
const MOST_SHARED_BYTES = 50_000_000;

export function createRevisionCopies(path: string, shared: SharedRevisions | undefined): RevisionCopies {
  const placeOf = ({ name, revision }: Named): string => join(path, revision, name);
  return {
    placeOf,
    async fetch(skill) {
      const content = await shared?.load(skill.name, skill.revision);
      if (content === undefined) return false;
      const aside = join(path, `.${randomUUID()}`);
      try {
        await fromPacked(content, aside);
        await rm(placeOf(skill), { recursive: true, force: true });
        await putInPlace(aside, placeOf(skill));
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
      return true;
    },
    async share(skill) {
      if (!shared || (await shared.touch(skill.name, skill.revision))) return;
      const content = await toPacked({ ...skill, folder: placeOf(skill) }, join(path, `.${skill.revision}`));
      if (content.byteLength <= MOST_SHARED_BYTES) await shared.save(skill.name, skill.revision, content);
    },
  };
}

/** Puts a whole folder in its place; another process may have been faster. */
export async function putInPlace(folder: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await rename(folder, target).catch(async (error: unknown) => {
    if (!(await isThere(target))) throw error;
  });
}

/** Copies the skill's files into a new folder. */
export async function copySkill(skill: SkillRecord, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const { path } of skill.files) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    const { content, mode } = await readInside(skill.folder, path, MAX_FILE_BYTES);
    await writeFile(join(target, path), content, { mode });
  }
}

/** The skill in one piece. A file beside `place` is made for it and removed. */
async function toPacked(skill: SkillRecord, place: string): Promise<Uint8Array> {
  const file = `${place}.${randomUUID()}.tar.gz`;
  try {
    await packSkill(skill, file);
    return await readFile(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Writes the files of a packed skill into a new folder. Rejects where it holds what no skill may hold. */
async function fromPacked(content: Uint8Array, target: string): Promise<void> {
  const file = `${target}.tar.gz`;
  try {
    await mkdir(target, { recursive: true });
    await writeFile(file, content);
    for (const entry of await readArchive(file)) {
      // Below the skill's name.
      const place = join(target, entry.path.slice(entry.path.indexOf("/") + 1));
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, entry.content);
      if (entry.isExecutable) await chmod(place, 0o755);
    }
  } finally {
    await rm(file, { force: true });
  }
}

export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
