import { Argument, type Command, Option } from "commander";
import { AUDIT_KINDS } from "../contract/audit.ts";
import type { Output } from "./output.ts";

type Done = (exitCode: number) => void;
const load = () => import("./commands/rules-commands.ts");
const APPROVAL_ANSWERS = ["once", "always", "always-in-run", "always-in-org", "deny"] as const;

/** `openhive toolboxes`, `approvals`, `notices` and `audit`, and `tools explain`: who may call what, and why. */
export function defineRules(
  program: Command,
  tools: Command,
  { output, done }: { output: Output; done: Done },
): void {
  tools
    .command("explain")
    .description("say step by step whether an agent has a tool, and what decides it")
    .argument("<agent>", "the agent's name or id")
    .argument("<tool>")
    .option("--org <slug>", "the org; without it all are looked through")
    .option("--tools <names...>", "in a run that is started with these tools alone")
    .option("--json", "as JSON", false)
    .action(async (agent, tool, options) =>
      done(await (await load()).explainTool({ org: undefined, ...options, agent, tool }, output)),
    );
  defineToolboxes(program, { output, done });
  const approvals = program.command("approvals").description("calls that wait to be allowed");
  approvals
    .command("list")
    .description("those that wait now")
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await load()).listApprovals(options, output)));
  approvals
    .command("answer")
    .description("allow a call that waits, or deny it")
    .argument("<approval>", "its id, as approvals list tells it")
    .addArgument(new Argument("<answer>").choices(APPROVAL_ANSWERS))
    .option("--reason <text>", "with deny: what the agent reads")
    .option("--json", "as JSON", false)
    .action(async (id, answer, options) =>
      done(await (await load()).answerApproval({ ...options, id, answer }, output)),
    );
  const notices = program.command("notices").description("what agents told people and nobody has read yet");
  notices
    .command("list")
    .description("those that are new")
    .option("--json", "as JSON", false)
    .action(async (options) =>
      done(await (await import("./commands/notices-commands.ts")).listNotices(options, output)),
    );
  notices
    .command("read")
    .description("mark a notice as read, or all of them")
    .argument("[notice]")
    .option("--json", "as JSON", false)
    .action(async (id, options) =>
      done(await (await import("./commands/notices-commands.ts")).readNotices({ ...options, id }, output)),
    );
  program
    .command("audit")
    .description("who allowed, refused or changed what, and when")
    .addOption(
      new Option("--format <format>", "all but the table are everything")
        .choices(["table", "csv", "json", "jsonl"])
        .default("table"),
    )
    .option("--run <run>", "in the table, only this run")
    .addOption(
      new Option("--kind <kind>", "in the table, only this kind")
        .choices(["all", ...AUDIT_KINDS])
        .default("all"),
    )
    .action(async (options) => done(await (await load()).listAudit({ run: undefined, ...options }, output)));
}

function defineToolboxes(program: Command, { output, done }: { output: Output; done: Done }): void {
  const boxes = program.command("toolboxes").description("list and change named lists of tools");
  boxes
    .command("list")
    .description("every toolbox, built in or your own")
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await load()).listToolboxes(options, output)));
  boxes
    .command("create")
    .description("make a toolbox; its id is printed")
    .argument("<name>")
    .argument("[tools...]", "what it lists: names, or group:NAME")
    .option("--description <text>", "what it is for")
    .option("--json", "as JSON", false)
    .action(async (name, tools, options) =>
      done(await (await load()).createToolbox({ ...options, name, tools }, output)),
    );
  boxes
    .command("set")
    .description("replace what a toolbox lists")
    .argument("<toolbox>", "its id")
    .argument("[tools...]")
    .option("--json", "as JSON", false)
    .action(async (...[id, tools, options]) =>
      done(await (await load()).setToolbox({ ...options, id, tools }, output)),
    );
  boxes
    .command("remove")
    .description("delete a toolbox of your own")
    .argument("<toolbox>", "its id")
    .option("--json", "as JSON", false)
    .action(async (id, options) => done(await (await load()).removeToolbox({ ...options, id }, output)));
}
