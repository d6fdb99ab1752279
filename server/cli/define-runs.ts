import type { Command } from "commander";
import type { Output } from "./output.ts";

/** `openhive runs`: what a person can do about runs that are under way. */
export function defineRuns(program: Command, output: Output, done: (exitCode: number) => void): void {
  const runs = program.command("runs").description("list runs, pause, resume, steer and stop them");
  runs
    .command("list")
    .option("--json", "as JSON", false)
    .action(async (options) =>
      done(await (await import("./commands/runs-commands.ts")).listRuns(options, output)),
    );
  runs
    .command("show")
    .argument("<run>")
    .option("--json", "as JSON", false)
    .action(async (run, options) =>
      done(await (await import("./commands/runs-commands.ts")).showRun({ ...options, run }, output)),
    );
  runs
    .command("pause")
    .description("let what goes on end, and begin nothing new")
    .argument("<run>")
    .action(async (run) => done(await (await import("./commands/runs-commands.ts")).pauseRun(run, output)));
  runs
    .command("resume")
    .argument("<run>")
    .action(async (run) => done(await (await import("./commands/runs-commands.ts")).resumeRun(run, output)));
  runs
    .command("steer")
    .description("write to an agent at work; it reads the message at its next turn")
    .argument("<run>")
    .argument("<agent>", "the agent's name, or a session's id")
    .argument("<text>")
    .action(async (run, agent, text) =>
      done(await (await import("./commands/runs-commands.ts")).steerRun({ run, agent, text }, output)),
    );
  runs
    .command("fork")
    .description("a new run that shares everything up to a turn of an agent")
    .argument("<run>")
    .requiredOption("--agent <agent>", "the agent's name, or a session's id")
    .requiredOption("--turn <number>", "the turn that is taken anew, from 1", Number)
    .option("--message <text>", "what the agent reads instead, or after the results that the turn read")
    .option("--json", "as JSON", false)
    .action(async (run, options) =>
      done(
        await (await import("./commands/runs-commands.ts")).forkRun(
          { message: undefined, ...options, run },
          output,
        ),
      ),
    );
  runs
    .command("stop")
    .argument("<run>")
    .option("--agent <agent>", "only this agent (name or session id), with everything below")
    .action(async (run, options) =>
      done(
        await (await import("./commands/runs-commands.ts")).stopRun(
          { agent: undefined, ...options, run },
          output,
        ),
      ),
    );
}
