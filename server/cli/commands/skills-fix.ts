import { fixSkill } from "../../skills/fix-skill.ts";
import { toVerdict } from "../../skills/skill-verdict.ts";
import { openLocalSkills } from "../local-skills.ts";
import type { Output } from "../output.ts";
import { printVerdict, verdictCode } from "./skills-validate.ts";

export interface FixOptions {
  readonly json: boolean;
  readonly dryRun: boolean;
  /** Paths or names. */
  readonly skills: readonly string[];
}

/** Mends each skill and says what is left. Exit codes as of validate, for what is left. */
export async function fixSkills({ skills, json, dryRun }: FixOptions, output: Output): Promise<number> {
  const local = openLocalSkills();
  let exitCode = 0;
  for (const skill of skills) {
    const { record, folder } = await local.open(skill);
    const mends = await fixSkill(folder, record.name, { isDryRun: dryRun });
    const left = (await local.open(skill.replace(/skill\.md$/i, ""))).record;
    const verdict = toVerdict(left);
    if (json) output.print(JSON.stringify({ mends, ...verdict }));
    else {
      for (const { rule, file, mend } of mends)
        output.print(`${file}: ${dryRun ? "would: " : ""}${mend} [${rule}]`);
      printVerdict(verdict, output);
    }
    exitCode = Math.max(exitCode, verdictCode(left));
  }
  return exitCode;
}
