import { Command, Help, type Option } from "commander";
import packageFile from "../../package.json" with { type: "json" };
import { defineOrgs } from "./define-orgs.ts";
import { defineRules } from "./define-rules.ts";
import { defineRuns } from "./define-runs.ts";
import { defineSkills } from "./define-skills.ts";
import { defineVault } from "./define-vault.ts";
import { reportFailedCommand, wantsJson } from "./failed-command.ts";
import { toModel, toPositiveNumber, toVariables } from "./option-values.ts";
import { type Output, terminal } from "./output.ts";
import { ownCommand } from "./own-command.ts";
import { toVisibleOutput, type VisibleOutput } from "./visible-output.ts";

/**
 * The command line. A command's own code is loaded when it is called, so that small ones start fast. Resolves with the exit code: 0 done, 1 failed, 2 wrong usage, 3 waits for a person.
 * Whatever a command says, agents, servers and skills had their hands in it: nothing of it commands the terminal.
 */
export async function main(argv: readonly string[], written: Output = terminal): Promise<number> {
  const output = toVisibleOutput(written, wantsJson(argv));
  let exitCode = 0;
  const program = defineProgram(output, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    return reportFailedCommand(error, argv, output);
  }
}

/** A default of nothing says nothing. */
function describeOption(option: Option): string {
  const isNothing = option.defaultValue === false || isEmpty(option.defaultValue);
  const shown = Object.assign(Object.create(option), isNothing ? { defaultValue: undefined } : {});
  return new Help().optionDescription(shown);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

type Done = (exitCode: number) => void;

function defineProgram(output: VisibleOutput, done: Done): Command {
  const program = new Command("openhive")
    .description("Draw an org chart of AI agents, give it a task, watch it work.")
    .version(packageFile.version, "-v, --version", "say which version this is")
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError(`(${ownCommand()} --help lists the commands)`);
  program.command("dev").description("serve the pages from their sources, for those who change OpenHive");
  program.command("start").description("serve the pages (the same as npm start); PORT and HOST say where");
  program
    .command("worker")
    .description("work on runs without serving pages")
    .action(async () => done(await (await import("./commands/worker-command.ts")).workerCommand(output)));
  program
    .command("run")
    .description("give an org a task and wait for its answer")
    .requiredOption("--org <slug>", "the org")
    .requiredOption("--task <text>", "what it shall do")
    .option("--agent <agent>", "give it to this agent (name or id) and those below, not to the lead")
    .option("--attach <file...>", "files for the run", [])
    .option("--model <provider/model>", "use this model for every agent", toModel)
    .option("--tools <name...>", "allow these tools and no others (names, or group:NAME)")
    .option("--budget-tokens <number>", "stop the run after this many tokens", toPositiveNumber)
    .option("--budget-cost <dollars>", "stop the run after this much money", toPositiveNumber)
    .option("--budget-tool-calls <number>", "stop the run after this many tool calls", toPositiveNumber)
    .option("--budget-seconds <seconds>", "stop the run after this much time at work", toPositiveNumber)
    .option("--no-input", "nobody is asked: questions and approvals are refused at once")
    .option("--json", "one event a line, as JSON", false)
    .action(async (options) =>
      done(
        await (await import("./commands/run-command.ts")).runCommand(
          { model: undefined, ...options },
          output,
        ),
      ),
    );
  program
    .command("doctor")
    .description("check everything OpenHive needs")
    .option("--json", "as JSON", false)
    .action(async (options) =>
      done(await (await import("./commands/doctor-command.ts")).doctorCommand(options, output)),
    );
  defineRuns(program, output, done);
  defineOrgs(program, output, done);
  defineTools(program, { output, done });
  defineSkills(program, output, done);
  defineServers(program, { output, done });
  defineVault(program, { output, done });
  return program;
}

interface Wiring {
  readonly output: Output;
  readonly done: Done;
}

function defineTools(program: Command, { output, done }: Wiring): void {
  const tools = program.command("tools").description("show the tools of an agent, and why it has them");
  tools
    .command("list")
    .description("the tools of an agent, as its model gets them")
    .requiredOption("--org <slug>", "the org")
    .requiredOption("--agent <name>", "the agent's name or id")
    .option("--json", "exactly as the model gets it", false)
    .action(async (options) =>
      done(await (await import("./commands/tools-commands.ts")).listTools(options, output)),
    );
  defineRules(program, tools, { output, done });
}

function defineServers(program: Command, { output, done }: Wiring): void {
  const mcp = program.command("mcp").description("list, add, test and remove MCP servers");
  mcp
    .command("list")
    .description("every server, its state and its command")
    .option("--json", "as JSON", false)
    .action(async (options) =>
      done(await (await import("./commands/mcp-commands.ts")).listServers(options, output)),
    );
  mcp
    .command("add")
    .description("add a server, or change the one of that name, and test it")
    .argument("<name>")
    .argument("<command...>", "after --, the command and its arguments")
    .option("--env <name=value...>", "environment of the server", toVariables, {})
    .option("--json", "as JSON", false)
    .action(async (name, command, options) =>
      done(
        await (await import("./commands/mcp-commands.ts")).addServer({ ...options, name, command }, output),
      ),
    );
  mcp
    .command("remove")
    .description("forget a server; agents that were granted it have its tools no more")
    .argument("<name>")
    .option("--json", "as JSON", false)
    .action(async (name, options) =>
      done(await (await import("./commands/mcp-commands.ts")).removeServer({ ...options, name }, output)),
    );
  mcp
    .command("test")
    .description("start a server, list its tools, remember them and stop it")
    .argument("<name>")
    .option("--json", "as JSON", false)
    .action(async (name, options) =>
      done(await (await import("./commands/mcp-commands.ts")).testServer({ ...options, name }, output)),
    );
}
