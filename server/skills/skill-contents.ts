import { createHash } from "node:crypto";
import { readInside } from "../security/read-inside.ts";
import { MAX_FILE_BYTES, type SkillFolder } from "./skill-folder.ts";

/** The bytes of a skill's files by their paths, in the order of the paths. */
export type SkillContents = ReadonlyMap<string, Buffer>;

/** Reads every file of the folder. One that vanished meanwhile, or is none any more, is not part of this revision. */
export async function readContents(folder: SkillFolder): Promise<SkillContents> {
  const contents = new Map<string, Buffer>();
  for (const { path } of folder.files) {
    const file = await readInside(folder.path, path, MAX_FILE_BYTES).catch(() => undefined);
    if (file) contents.set(path, file.content);
  }
  return contents;
}

/** SHA-256 over paths and contents, in hex: equal for equal skills, wherever they lie. */
export function revisionOf(contents: SkillContents): string {
  const hash = createHash("sha256");
  for (const [path, content] of contents) hash.update(`${path}\0${content.byteLength}\0`).update(content);
  return hash.digest("hex");
}
