import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AppError } from "../contract/app-error.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { MAX_SKILL_NAME, SKILL_NAME } from "./check-manual.ts";
import { decodeText } from "./decode-text.ts";
import { parseManual } from "./front-matter.ts";
import { openSkill } from "./open-skill.ts";
import type { PythonAnalyser } from "./python-analyser.ts";
import type { SkillRecord } from "./skill-record.ts";

export interface InstallOptions {
  /** Folder whose folders are skills. Made when it is not there. */
  readonly target: string;
  /** Name of the archive: the skill's, where nothing else says how it is called. */
  readonly archive: string;
  /** Puts it in the place of a skill of the same name. */
  readonly isReplacing: boolean;
  readonly analyser: PythonAnalyser;
}

export interface InstalledSkill {
  readonly record: SkillRecord;
  /** False for a skill that does not load: nothing of it was kept. */
  readonly isInstalled: boolean;
}

/**
 * Installs every skill among the files. Each is unpacked aside, looked at and then moved into place whole; one that does not load
 * is not kept. Throws an `AppError` when there is none ("invalid") or a name is taken ("conflict").
 */
export async function installSkills(
  entries: readonly ArchiveEntry[],
  options: InstallOptions,
): Promise<readonly InstalledSkill[]> {
  const found = findSkills(entries, options.archive);
  if (found.size === 0) throw new AppError("invalid", "There is no SKILL.md in it.");
  for (const name of found.keys())
    if (!options.isReplacing && (await isThere(join(options.target, name))))
      throw new AppError(
        "conflict",
        `There is a skill ${name} already. Add --replace to put this one in its place.`,
      );
  const aside = join(options.target, `.installing-${randomUUID()}`);
  try {
    const installed: InstalledSkill[] = [];
    for (const [name, files] of found) {
      const folder = join(aside, name);
      await writeEntries(folder, files);
      const { record } = await openSkill(folder, options.analyser);
      if (record.isUsable) await moveIntoPlace(folder, join(options.target, name));
      installed.push({
        record: { ...record, folder: join(options.target, name) },
        isInstalled: record.isUsable,
      });
    }
    return installed;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** The files of each skill by its name, with paths inside its folder. */
function findSkills(
  entries: readonly ArchiveEntry[],
  archive: string,
): ReadonlyMap<string, readonly ArchiveEntry[]> {
  const folders = entries
    .filter(({ path }) => basename(path).toLowerCase() === "skill.md")
    .map(({ path }) => (dirname(path) === "." ? "" : `${dirname(path)}/`))
    .sort((left, right) => left.length - right.length);
  const tops = folders.filter(
    (folder, index) => !folders.slice(0, index).some((other) => folder.startsWith(other)),
  );
  const found = new Map<string, readonly ArchiveEntry[]>();
  for (const top of tops) {
    const files = entries
      .filter(({ path }) => path.startsWith(top))
      .map((entry) => ({ ...entry, path: entry.path.slice(top.length) }));
    const name = top === "" ? nameOf(files, archive) : basename(top);
    if (found.has(name)) throw new AppError("conflict", `The archive holds two skills called ${name}.`);
    found.set(name, files);
  }
  return found;
}

/** The name of a skill whose folder the archive does not show. */
function nameOf(files: readonly ArchiveEntry[], archive: string): string {
  const manual = files.find(({ path }) => path.toLowerCase() === "skill.md");
  const name = manual && parseManual(decodeText(manual.content).text, manual.path).fields?.["name"];
  if (typeof name === "string" && SKILL_NAME.test(name) && name.length <= MAX_SKILL_NAME) return name;
  const stem = archive.replace(/\.(zip|tar|tgz|skill|tar\.gz)$/i, "").toLowerCase();
  return (
    stem
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, MAX_SKILL_NAME) || "skill"
  );
}

async function writeEntries(folder: string, files: readonly ArchiveEntry[]): Promise<void> {
  for (const { path, content, isExecutable } of files) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, content, { mode: isExecutable ? 0o755 : 0o644, flag: "wx" });
  }
}

async function moveIntoPlace(folder: string, target: string): Promise<void> {
  const old = join(dirname(folder), `.old-${randomUUID()}`);
  if (await isThere(target)) await rename(target, old);
  await rename(folder, target);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
