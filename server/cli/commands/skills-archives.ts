import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import { installSkills } from "../../skills/install-skills.ts";
import { packSkill, readEntries } from "../../skills/pack-skill.ts";
import { readArchive } from "../../skills/read-archive.ts";
import { toVerdict } from "../../skills/skill-verdict.ts";
import { type LocalSkills, openLocalSkills } from "../local-skills.ts";
import type { Output } from "../output.ts";
import { printVerdict, verdictCode } from "./skills-validate.ts";

export interface PackOptions {
  readonly json: boolean;
  readonly skill: string;
  readonly out: string | undefined;
}

/** Writes a skill into one file. Exit codes as of validate; a skill that does not load is not packed. */
export async function packSkillFile({ skill, out, json }: PackOptions, output: Output): Promise<number> {
  const { record } = await openLocalSkills().open(skill);
  const verdict = toVerdict(record);
  const file = resolve(out ?? `${record.name}.zip`);
  if (record.isUsable) await packSkill(record, file);
  const { size } = record.isUsable ? await stat(file) : { size: 0 };
  if (json)
    output.print(
      JSON.stringify({ file: record.isUsable ? file : null, size, files: record.files.length, ...verdict }),
    );
  else {
    if (record.isUsable) output.print(file);
    printVerdict(verdict, { ...output, print: output.tell });
  }
  return verdictCode(record);
}

export interface InstallFileOptions {
  readonly json: boolean;
  /** An archive, or a skill's folder. */
  readonly source: string;
  readonly in: string | undefined;
  readonly replace: boolean;
}

/** Installs the skills of an archive. Exit codes as of validate; a skill that does not load is not installed. */
export async function installSkillFile(options: InstallFileOptions, output: Output): Promise<number> {
  const local = openLocalSkills();
  const entries = await readSource(options.source, local);
  const installed = await installSkills(entries, {
    target: options.in === undefined ? join(local.environment.dataDir, "skills") : resolve(options.in),
    archive: basename(options.source),
    isReplacing: options.replace,
    analyser: local.analyser,
  });
  const skills = installed.map(({ record, isInstalled }) => ({
    folder: isInstalled ? record.folder : null,
    ...toVerdict(record),
  }));
  if (options.json) output.print(JSON.stringify({ skills }));
  else
    for (const skill of skills) {
      output.print(
        skill.folder === null
          ? `${skill.name} was not installed`
          : `${skill.name} installed: ${skill.folder}`,
      );
      printVerdict(skill, { ...output, print: output.tell });
    }
  return Math.max(...installed.map(({ record }) => verdictCode(record)));
}

async function readSource(source: string, local: LocalSkills): ReturnType<typeof readArchive> {
  const entry = await stat(resolve(source)).catch(() => undefined);
  if (!entry) throw new AppError("not_found", `There is no file ${source}.`);
  if (!entry.isDirectory()) return readArchive(resolve(source));
  return readEntries((await local.open(source)).record);
}
