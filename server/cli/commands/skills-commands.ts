import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";

/** Every skill folder, with what is wrong about it. */
export function listSkills(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services, environment }) => {
    const skills = await services.listSkills();
    if (options.json) output.print(JSON.stringify(skills));
    else if (skills.length === 0) output.tell(`No skills yet. Drop a folder with a SKILL.md into packages/skills or ${environment.dataDir}/skills.`);
    else {
      output.print(toTable([["name", "from", "functions", "state"], ...skills.map((skill) => [skill.name, skill.root, String(skill.functionCount), skill.isUsable ? "usable" : "does not load"])]));
      for (const skill of skills) {
        for (const finding of skill.findings) {
          const place = finding.file === undefined ? "" : ` (${finding.file}${finding.line === undefined ? "" : `:${finding.line}`})`;
          output.tell(`${skill.name}: ${finding.level}: ${finding.message}${place}`);
        }
      }
    }
    return 0;
  });
}
