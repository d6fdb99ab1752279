import type { SkillFinding, SkillSummary } from "../../contract/api.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";

/** Every skill folder, with what is wrong about it. */
export function listSkills(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services, environment }) => {
    const skills = await services.listSkills();
    if (options.json) output.print(JSON.stringify(skills));
    else if (skills.length === 0) {
      output.tell(
        `No skills yet. Drop a folder with a SKILL.md into packages/skills or ${environment.dataDir}/skills.`,
      );
    } else show(skills, output);
    return 0;
  });
}

function show(skills: readonly SkillSummary[], output: Output): void {
  const rows = skills.map((skill) => [
    skill.name,
    skill.root,
    String(skill.functionCount),
    skill.isUsable ? "usable" : "does not load",
  ]);
  output.print(toTable([["name", "from", "functions", "state"], ...rows]));
  for (const { name, findings } of skills) {
    for (const finding of findings)
      output.tell(`${name}: ${finding.level}: ${finding.message}${place(finding)}`);
  }
}

function place({ file, line }: SkillFinding): string {
  if (file === undefined) return "";
  return line === undefined ? ` (${file})` : ` (${file}:${line})`;
}
