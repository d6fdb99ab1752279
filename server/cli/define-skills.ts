import type { Command } from "commander";
import type { Output } from "./output.ts";

type Done = (exitCode: number) => void;

/** `openhive skills`: everything a skill's author does. None of it needs a server or a database. */
export function defineSkills(program: Command, output: Output, done: Done): void {
  const skills = program.command("skills").description("write, check, try, pack and install skills");
  defineLooking(skills, output, done);
  skills
    .command("validate")
    .description("say what is wrong with skills: exit code 0 nothing, 1 something, 2 does not load")
    .argument("<skill...>", "path of a skill's folder, or its name")
    .option("--json", "one JSON object a skill, each on a line", false)
    .action(async (skill, options) => {
      const { validateSkills } = await import("./commands/skills-validate.ts");
      done(await validateSkills({ ...options, skills: skill }, output));
    });
  skills
    .command("fix")
    .description("mend what is safe to mend, and say what is left; exit codes as of validate")
    .argument("<skill...>", "path of a skill's folder, or its name")
    .option("--dry-run", "say what would be mended", false)
    .option("--json", "one JSON object a skill, each on a line", false)
    .action(async (skill, options) => {
      const { fixSkills } = await import("./commands/skills-fix.ts");
      done(await fixSkills({ ...options, skills: skill }, output));
    });
}

function defineLooking(skills: Command, output: Output, done: Done): void {
  skills
    .command("list")
    .description("every skill folder, and what is wrong with it")
    .option("--json", "as JSON", false)
    .action(async (options) =>
      done(await (await import("./commands/skills-commands.ts")).listSkills(options, output)),
    );
  skills
    .command("show")
    .description("one skill: its manual, functions, files and what it costs")
    .argument("<skill>", "path of a skill's folder, or its name")
    .option("--json", "as JSON", false)
    .action(async (skill, options) => {
      const { showSkill } = await import("./commands/skills-commands.ts");
      done(await showSkill({ ...options, skill }, output));
    });
}
