import { realpath, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { AppError } from "../contract/app-error.ts";
import { loadSkill } from "./load-skill.ts";
import type { PythonAnalyser } from "./python-analyser.ts";
import { type SkillFolder, walk } from "./skill-folder.ts";
import type { SkillRecord } from "./skill-record.ts";

/** A skill folder that was named by its path, wherever it lies. */
export interface OpenedSkill {
  readonly record: SkillRecord;
  readonly folder: SkillFolder;
}

/**
 * Reads the skill at a path: its folder, or the SKILL.md in it. Throws an `AppError` ("not_found") where there is neither; a
 * folder without a manual is a record that says so.
 */
export async function openSkill(path: string, analyser: PythonAnalyser): Promise<OpenedSkill> {
  const given = resolve(path);
  const entry = await stat(given).catch(() => undefined);
  const isManual = entry?.isFile() === true && basename(given).toLowerCase() === "skill.md";
  if (!entry || (!entry.isDirectory() && !isManual))
    throw new AppError("not_found", `There is no skill folder at ${path}.`);
  const named = isManual ? dirname(given) : given;
  const folder = await walk(await realpath(named));
  const { record } = await loadSkill({ label: dirname(named) }, basename(named), { folder, analyser });
  return { record, folder };
}
