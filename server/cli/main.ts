import { Command, InvalidArgumentError } from "commander";
import { defineOrgs } from "./define-orgs.ts";
import { defineRules } from "./define-rules.ts";
import { defineRuns } from "./define-runs.ts";
import { defineSkills } from "./define-skills.ts";
import { defineVault } from "./define-vault.ts";
import { reportFailedCommand } from "./failed-command.ts";
import { type Output, terminal } from "./output.ts";

/**
 * The command line. A command's own code is loaded when it is called, so that small ones start fast. Resolves with the exit code: 0 done, 1 failed, 2 wrong usage, 3 waits for a person.
 */
export async function main(argv: readonly string[], output: Output = terminal): Promise<number> {
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

type Done = (exitCode: number) => void;

function defineProgram(output: Output, done: Done): Command {
  const program = new Command("openhive")
    .description("Draw an org chart of AI agents, give it a task, watch it work.")
    .exitOverride()
    .showHelpAfterError("(openhive --help lists the commands)");
  program.command("dev").description("serve the pages from their sources, for those who change OpenHive");
  program.command("start").description("serve the pages (the same as npm start)");
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
    .option("--model <provider/model>", "use this model for every agent")
    .option("--tools <name...>", "allow these tools and no others (names, or group:NAME)")
    .option("--budget-tokens <number>", "stop the run after this many tokens", toNumber)
    .option("--budget-cost <dollars>", "stop the run after this much money", toNumber)
    .option("--budget-tool-calls <number>", "stop the run after this many tool calls", toNumber)
    .option("--budget-seconds <seconds>", "stop the run after this much time at work", toNumber)
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

function toNumber(text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError("It has to be a number above 0.");
  return number;
}

interface Wiring {
  readonly output: Output;
  readonly done: Done;
}

function defineTools(program: Command, { output, done }: Wiring): void {
  const tools = program.command("tools").description("show the tools of an agent, and why it has them");
  tools
    .command("list")
    .requiredOption("--org <slug>", "the org")
    .requiredOption("--agent <name>", "the agent's name or id")
    .option("--json", "exactly as the model gets it", false)
    .action(async (options) =>
      done(await (await import("./commands/tools-commands.ts")).listTools(options, output)),
    );
  defineRules(program, tools, { output, done });
}

function defineServers(program: Command, { output, done }: Wiring): void {
  const mcp = program.command("mcp").description("list, add and test MCP servers");
  mcp
    .command("list")
    .option("--json", "as JSON", false)
    .action(async (options) =>
      done(await (await import("./commands/mcp-commands.ts")).listServers(options, output)),
    );
  mcp
    .command("add")
    .argument("<name>")
    .argument("<command...>", "after --, the command and its arguments")
    .option("--env <name=value...>", "environment of the server", [])
    .option("--json", "as JSON", false)
    .action(async (name, command, options) =>
      done(
        await (await import("./commands/mcp-commands.ts")).addServer({ ...options, name, command }, output),
      ),
    );
  mcp
    .command("test")
    .argument("<name>")
    .option("--json", "as JSON", false)
    .action(async (name, options) =>
      done(await (await import("./commands/mcp-commands.ts")).testServer({ ...options, name }, output)),
    );
}
