import { placeOfFinding } from "../../contract/finding-place.ts";
import { toVisibleName } from "../../contract/visible-text.ts";
import { withoutInstalled } from "../../skills/environments/without-installed.ts";
import { FINDING_RULES } from "../../skills/finding-rules.ts";
import type { SkillRecord } from "../../skills/skill-record.ts";
import { type SkillVerdict, toVerdict } from "../../skills/skill-verdict.ts";
import { openLocalSkills } from "../local-skills.ts";
import type { Output } from "../output.ts";
import { ownCommand } from "../own-command.ts";
import { openEnvironments } from "../try-options.ts";

export interface ValidateOptions {
  readonly json: boolean;
  /** Paths or names. */
  readonly skills: readonly string[];
}

/** Says what is wrong with each skill. Exit code 0 nothing, 1 findings, 2 one of them does not load. */
export async function validateSkills({ skills, json }: ValidateOptions, output: Output): Promise<number> {
  const local = openLocalSkills();
  const environments = openEnvironments(local);
  let exitCode = 0;
  for (const skill of skills) {
    const record = await withoutInstalled((await local.open(skill)).record, environments);
    if (json) output.print(JSON.stringify(toVerdict(record)));
    else printVerdict(toVerdict(record), output);
    exitCode = Math.max(exitCode, verdictCode(record));
  }
  return exitCode;
}

/** Notes are no findings that anybody has to act on. */
export function verdictCode({ isUsable, findings }: Pick<SkillRecord, "isUsable" | "findings">): number {
  if (!isUsable) return 2;
  return findings.some((finding) => finding.level !== "info") ? 1 : 0;
}

export function printVerdict(verdict: SkillVerdict, output: Output): void {
  const { name, loads, findings, functions, tokens } = verdict;
  const cost = `catalogue ${tokens.catalogue}, manual ${tokens.body}, functions ${tokens.functions} tokens`;
  output.print(
    `${toVisibleName(name)}: ${loads ? "loads" : "does not load"}; functions: ${functions.length}; ${cost}`,
  );
  for (const { level, rule, file, line, message, fix } of findings) {
    const place = placeOfFinding({ file, ...(line === null ? {} : { line }) });
    output.print(`  ${level}: ${place}: ${message} [${rule}, ${FINDING_RULES[rule] ?? "OpenHive"}]`);
    if (fix !== null) output.print(`    ${ownCommand()} skills fix: ${fix}`);
  }
}
