import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import type { DenyFamily } from "./family.ts";
import { changedFiles } from "./system-files.ts";

type Test = (command: ShellCommand) => boolean;

/** What shells and prompts remember of what was typed. */
const HISTORY =
  /(^|\/)\.(bash_history|zsh_history|sh_history|ash_history|histfile|python_history|node_repl_history|psql_history|mysql_history|sqlite_history|rediscli_history|lesshst|viminfo)$/;
const HISTORY_VARIABLE = /^(HISTFILE|HISTSIZE|HISTFILESIZE|SAVEHIST)$/;

/** Programs whose actions take away what was noted down, by program. */
const FORGETS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["history", (command) => hasOption(command, "cd")],
  ["fc", (command) => hasOption(command, "p")],
  ["set", (command) => argumentsOf(command).join(" ") === "+o history"],
  ["unset", (command) => operandsOf(command).some((value) => HISTORY_VARIABLE.test(value))],
  [
    "journalctl",
    (command) => argumentsOf(command).some((value) => /^--(vacuum|rotate|flush|relinquish)/.test(value)),
  ],
  ["auditctl", (command) => !argumentsOf(command).every((value) => /^-[lsv]$/.test(value))],
  ["augenrules", () => true],
  ["logrotate", (command) => hasOption(command, "f", ["force"])],
  ["lastlog", (command) => hasOption(command, "C", ["clear"])],
  ["faillock", (command) => hasOption(command, "", ["reset"])],
  [
    "dmesg",
    (command) => hasOption(command, "cCnDE", ["clear", "read-clear", "console-off", "console-level"]),
  ],
  ["wevtutil", (command) => /^(cl|clear-log|sl|set-log)$/.test(operandsOf(command)[0] ?? "")],
]);

export const hidesTraces: DenyFamily = {
  name: "hiding what was done",
  matches: (command) =>
    (FORGETS.get(nameOf(command) ?? "")?.(command) ?? false) ||
    changedFiles(command).some((file) => HISTORY.test(file)) ||
    (/^(export|declare|typeset|local|readonly)$/.test(nameOf(command) ?? "") &&
      argumentsOf(command).some((value) => HISTORY_VARIABLE.test(value.split("=", 1)[0] ?? ""))) ||
    command.assignments.some(({ name }) => HISTORY_VARIABLE.test(name)),
  matchesScript: ({ facts }) =>
    facts.assignments.some(({ name }) => HISTORY_VARIABLE.test(name)) ||
    facts.redirects.some(({ operator, written }) => operator.includes(">") && HISTORY.test(written)),
};
