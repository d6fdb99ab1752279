import type { SkillFinding } from "../../contract/api.ts";
import { withoutInstalled } from "../../skills/environments/without-installed.ts";
import { createSkillPages } from "../../skills/skill-pages.ts";
import type { SkillRecord } from "../../skills/skill-record.ts";
import { toTokens } from "../../skills/skill-verdict.ts";
import { openLocalSkills } from "../local-skills.ts";
import { type Output, toTable } from "../output.ts";
import { ownCommand } from "../own-command.ts";
import { openEnvironments } from "../try-options.ts";

/** Every skill folder, with what is wrong about it. */
export async function listSkills(options: { readonly json: boolean }, output: Output): Promise<number> {
  const local = openLocalSkills();
  const { catalogue, environment } = local;
  const environments = openEnvironments(local);
  const roots = await catalogue.roots();
  for (const root of roots)
    for (const { message } of root.findings) output.tell(`${root.label}: warning: ${message} (${root.path})`);
  if (options.json) {
    const skills = await createSkillPages(catalogue, environments).list();
    output.print(JSON.stringify(skills.map(({ usedBy: _unknown, ...skill }) => skill)));
    return 0;
  }
  const found = await catalogue.list();
  const skills = await Promise.all(found.map((skill) => withoutInstalled(skill, environments)));
  if (skills.length === 0) {
    const hint = `Drop a folder with a SKILL.md into ${environment.dataDir}/skills, or begin with: ${ownCommand()} skills new NAME`;
    output.tell(`No skills yet. ${hint}`);
  } else show(skills, output);
  return 0;
}

function show(skills: readonly SkillRecord[], output: Output): void {
  const rows = skills.map((skill) => [
    skill.name,
    skill.root,
    String(skill.functions.length),
    String(toTokens(skill).catalogue),
    skill.isUsable ? "usable" : "does not load",
  ]);
  output.print(toTable([["name", "from", "functions", "tokens", "state"], ...rows]));
  for (const { name, findings } of skills)
    for (const finding of findings.filter(({ level }) => level !== "info"))
      output.tell(`${name}: ${finding.level}: ${finding.message}${place(finding)}`);
}

function place({ file, line }: SkillFinding): string {
  if (file === undefined) return "";
  return line === undefined ? ` (${file})` : ` (${file}:${line})`;
}

export interface ShowSkillOptions {
  readonly json: boolean;
  readonly skill: string;
}

/** One skill in full. Exit code 2 when it does not load. */
export async function showSkill({ skill, json }: ShowSkillOptions, output: Output): Promise<number> {
  const local = openLocalSkills();
  const record = await withoutInstalled((await local.open(skill)).record, openEnvironments(local));
  const tokens = toTokens(record);
  if (json) {
    const { isUsable, ...rest } = record;
    output.print(JSON.stringify({ ...rest, loads: isUsable, tokens }));
    return record.isUsable ? 0 : 2;
  }
  const bytes = record.files.reduce((sum, file) => sum + file.size, 0);
  output.print(
    toTable([
      ["name", record.name],
      ["description", record.description],
      ["folder", record.folder],
      ["revision", record.revision.slice(0, 16)],
      ["state", record.isUsable ? "usable" : "does not load"],
      ["tokens", `catalogue ${tokens.catalogue}, manual ${tokens.body}, functions ${tokens.functions}`],
      ["files", `${record.files.length}, ${bytes} bytes`],
    ]),
  );
  for (const fn of record.functions) {
    output.print(`\n${fn.name} (${fn.file}:${fn.line})\n  ${fn.description.replaceAll("\n", "\n  ")}`);
    output.print(`  ${JSON.stringify(fn.inputSchema)}`);
  }
  output.print(`\n${toTable(record.files.map((file) => [file.path, String(file.size)]))}`);
  for (const finding of record.findings) output.tell(`${finding.level}: ${finding.message}${place(finding)}`);
  return record.isUsable ? 0 : 2;
}
