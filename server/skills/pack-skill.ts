import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { ZipFile } from "yazl";
import { readInside } from "../security/read-inside.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { MAX_FILE_BYTES } from "./skill-folder.ts";
import type { SkillRecord } from "./skill-record.ts";

/** The same skill gives the same archive, whenever it is packed. */
const EVERY_TIME = new Date("2000-01-01T00:00:00Z");

/** Packs a skill's files below a folder of its name: a .tar.gz when the file is called so, else a .zip. Replaces the file. */
export async function packSkill(skill: SkillRecord, file: string): Promise<void> {
  const entries = await readEntries(skill);
  const fresh = `${file}.new`;
  try {
    if (/\.(tar\.gz|tgz)$/i.test(file)) await writeTar(entries, fresh);
    else await writeZip(entries, fresh);
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** The files of a skill as they would stand in an archive, each below the skill's name. */
export async function readEntries(skill: SkillRecord): Promise<readonly ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for (const { path } of skill.files) {
    const { content, mode } = await readInside(skill.folder, path, MAX_FILE_BYTES);
    entries.push({ path: `${skill.name}/${path}`, content, isExecutable: (mode & 0o100) !== 0 });
  }
  return entries;
}

async function writeZip(entries: readonly ArchiveEntry[], file: string): Promise<void> {
  const zip = new ZipFile();
  for (const { path, content, isExecutable } of entries)
    zip.addBuffer(content, path, {
      mtime: EVERY_TIME,
      mode: isExecutable ? 0o100755 : 0o100644,
      forceDosTimestamp: true,
    });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

async function writeTar(entries: readonly ArchiveEntry[], file: string): Promise<void> {
  const tar = pack();
  const flow = pipeline(tar, createGzip(), createWriteStream(file));
  for (const { path, content, isExecutable } of entries)
    tar.entry({ name: path, mode: isExecutable ? 0o755 : 0o644, mtime: EVERY_TIME }, content);
  tar.finalize();
  await flow;
}
