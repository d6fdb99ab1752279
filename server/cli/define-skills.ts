import { type Command, InvalidArgumentError } from "commander";
import type { RunSkillOptions } from "./commands/skills-run.ts";
import type { Output } from "./output.ts";
import type { VisibleOutput } from "./visible-output.ts";

type RunOptions = Pick<RunSkillOptions, "json" | "attach" | "stdin" | "out" | "timeout">;
type Done = (exitCode: number) => void;

/** `openhive skills`: everything a skill's author does. None of it needs a server or a database. */
export function defineSkills(program: Command, output: VisibleOutput, done: Done): void {
  const skills = program.command("skills").description("write, check, try, pack and install skills");
  defineLooking(skills, output, done);
  defineTrying(skills, output, done);
  definePreparing(skills, output, done);
  defineArchives(skills, output, done);
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

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds <= 0 || seconds > 86_400)
    throw new InvalidArgumentError("It has to be a number of seconds above 0.");
  return seconds;
}

const TIMEOUT = ["--timeout <seconds>", "stop each call after this time", toSeconds, 120] as const;

function definePreparing(skills: Command, output: Output, done: Done): void {
  skills
    .command("prepare")
    .description(
      "install the packages that skills need: exit code 0 all are ready, 1 one failed, 2 does not load",
    )
    .argument("[skill...]", "path of a skill's folder, or its name; every skill unless given")
    .option("--json", "one JSON object a skill, each on a line", false)
    .action(async (skill, options) => {
      const { prepareSkills } = await import("./commands/skills-prepare.ts");
      done(await prepareSkills({ ...options, skills: skill }, output));
    });
}

function defineTrying(skills: Command, output: VisibleOutput, done: Done): void {
  skills
    .command("new")
    .description("make a working skill to begin with: one function, one example, one test")
    .argument("<name>", "small letters, digits and hyphens")
    .option("--in <folder>", "make it there instead of in the data folder")
    .option("--json", "as JSON", false)
    .action(async (name, options) => {
      const { newSkill } = await import("./commands/skills-new.ts");
      done(await newSkill({ in: undefined, ...options, name }, output));
    });
  skills
    .command("test")
    .description("run the examples and unit tests of skills: exit code 0 all pass, 1 not, 2 does not load")
    .argument("<skill...>", "path of a skill's folder, or its name")
    .option(...TIMEOUT)
    .option("--json", "one JSON object a skill, each on a line", false)
    .action(async (skill, options) => {
      const { testSkills } = await import("./commands/skills-test.ts");
      done(await testSkills({ ...options, skills: skill }, output));
    });
  skills
    .command("run")
    .description("run a function or a script of a skill as an agent's call would")
    .argument("<skill>", "path of a skill's folder, or its name")
    .argument("<function>", "a function, or a script by its path inside the skill")
    .argument(
      "[arguments...]",
      "of a function one JSON object or @FILE; of a script, after --, its arguments",
    )
    .option("--attach <file...>", "files for the working folder", [])
    .option("--stdin <text>", "standard input of a script", "")
    .option("--out <folder>", "save the files that it makes there")
    .option(...TIMEOUT)
    .option("--json", "as JSON", false)
    .action(async (skill, what, ...rest: readonly [readonly string[], RunOptions]) => {
      const [args, options] = rest;
      const { runSkill } = await import("./commands/skills-run.ts");
      // What it answers is data, for the next program of a pipe; a person gets it without commands for the terminal.
      const isShown = options.json || process.stdout.isTTY === true;
      const told = isShown ? output : { print: output.asWritten.print, tell: output.tell };
      done(await runSkill({ ...options, skill, what, args, arguments: args[0] ?? "{}" }, told));
    });
}

function defineArchives(skills: Command, output: Output, done: Done): void {
  skills
    .command("pack")
    .description("write a skill into one file")
    .argument("<skill>", "path of a skill's folder, or its name")
    .option("--out <file>", "NAME.zip unless said otherwise; .tar.gz works too")
    .option("--json", "as JSON", false)
    .action(async (skill, options) => {
      const { packSkillFile } = await import("./commands/skills-archives.ts");
      done(await packSkillFile({ out: undefined, ...options, skill }, output));
    });
  skills
    .command("install")
    .description("install the skills of a .zip, a .tar.gz or a folder into the data folder")
    .argument("<file>")
    .option("--in <folder>", "install there instead")
    .option("--replace", "put it in the place of a skill of the same name", false)
    .option("--json", "as JSON", false)
    .action(async (source, options) => {
      const { installSkillFile } = await import("./commands/skills-archives.ts");
      done(await installSkillFile({ in: undefined, ...options, source }, output));
    });
}
