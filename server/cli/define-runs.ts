import type { Command } from "commander";
import { toWholeNumber } from "./option-values.ts";
import type { Output } from "./output.ts";

type Done = (exitCode: number) => void;
const load = () => import("./commands/runs-commands.ts");

/** `openhive runs`: what a person can do about runs that are under way. */
export function defineRuns(program: Command, output: Output, done: Done): void {
  const runs = program.command("runs").description("list runs, pause, resume, steer and stop them");
  runs
    .command("list")
    .description("the newest runs")
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await load()).listRuns(options, output)));
  runs
    .command("show")
    .description("what a run and its agents do, what was used, and its answer")
    .argument("<run>")
    .option("--json", "as JSON", false)
    .action(async (run, options) => done(await (await load()).showRun({ ...options, run }, output)));
  defineTurning(runs, output, done);
  defineEnding(runs, output, done);
}

/** What moves a run on, or keeps it where it is. */
function defineTurning(runs: Command, output: Output, done: Done): void {
  runs
    .command("pause")
    .description("let what goes on end, and begin nothing new")
    .argument("<run>")
    .option("--json", "as JSON", false)
    .action(async (run, options) => done(await (await load()).pauseRun({ ...options, run }, output)));
  runs
    .command("resume")
    .description("go on where it stood")
    .argument("<run>")
    .option("--json", "as JSON", false)
    .action(async (run, options) => done(await (await load()).resumeRun({ ...options, run }, output)));
  runs
    .command("steer")
    .description("write to an agent at work; it reads the message at its next turn")
    .argument("<run>")
    .argument("<agent>", "the agent's name, or a session's id")
    .argument("<text>")
    .option("--json", "as JSON", false)
    .action(async (...[run, agent, text, options]) =>
      done(await (await load()).steerRun({ ...options, run, agent, text }, output)),
    );
}

function defineEnding(runs: Command, output: Output, done: Done): void {
  runs
    .command("fork")
    .description("a new run that shares everything up to a turn of an agent")
    .argument("<run>")
    .requiredOption("--agent <agent>", "the agent's name, or a session's id")
    .requiredOption("--turn <number>", "the turn that is taken anew, from 1", toWholeNumber)
    .option("--message <text>", "what the agent reads instead, or after the results that the turn read")
    .option("--json", "as JSON", false)
    .action(async (run, options) =>
      done(await (await load()).forkRun({ message: undefined, ...options, run }, output)),
    );
  runs
    .command("stop")
    .description("end a run, or one agent of it")
    .argument("<run>")
    .option("--agent <agent>", "only this agent (name or session id), with everything below")
    .option("--json", "as JSON", false)
    .action(async (run, options) =>
      done(await (await load()).stopRun({ agent: undefined, ...options, run }, output)),
    );
}
