import type { Command } from "commander";
import type { Output } from "./output.ts";

type Done = (exitCode: number) => void;
const load = () => import("./commands/rules-commands.ts");

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
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await load()).listApprovals(options, output)));
  approvals
    .command("answer")
    .argument("<approval>")
    .argument("<answer>", "once, always or deny")
    .option("--reason <text>", "with deny: what the agent reads")
    .action(async (id, answer, options) =>
      done(await (await load()).answerApproval({ ...options, id, answer }, output)),
    );
  const notices = program.command("notices").description("what agents told people and nobody has read yet");
  notices
    .command("list")
    .option("--json", "as JSON", false)
    .action(async (options) =>
      done(await (await import("./commands/notices-commands.ts")).listNotices(options, output)),
    );
  notices
    .command("read")
    .description("mark a notice as read, or all of them")
    .argument("[notice]")
    .action(async (id) =>
      done(await (await import("./commands/notices-commands.ts")).readNotices(id, output)),
    );
  program
    .command("audit")
    .description("who allowed, refused or changed what, and when")
    .option("--format <format>", "table, csv, json or jsonl; all but the table are everything", "table")
    .option("--run <run>", "in the table, only this run")
    .option("--kind <kind>", "in the table, only approval, refusal, grant, toolbox, policy or secret", "all")
    .action(async (options) => done(await (await load()).listAudit({ run: undefined, ...options }, output)));
}

function defineToolboxes(program: Command, { output, done }: { output: Output; done: Done }): void {
  const boxes = program.command("toolboxes").description("list and change named lists of tools");
  boxes
    .command("list")
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await load()).listToolboxes(options, output)));
  boxes
    .command("create")
    .argument("<name>")
    .argument("[tools...]")
    .option("--description <text>")
    .action(async (name, tools, options) =>
      done(await (await load()).createToolbox({ ...options, name, tools }, output)),
    );
  boxes
    .command("set")
    .description("replace what a toolbox lists")
    .argument("<toolbox>", "its id")
    .argument("[tools...]")
    .action(async (id, tools) => done(await (await load()).setToolbox({ id, tools }, output)));
  boxes
    .command("remove")
    .argument("<toolbox>", "its id")
    .action(async (id) => done(await (await load()).removeToolbox(id, output)));
}
