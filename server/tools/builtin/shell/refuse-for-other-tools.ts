import { ownValue } from "../../../contract/own-value.ts";
import { judgeShell } from "../../../security/shell/judge-shell.ts";
import { argumentsOf, nameOf, type ShellCommand } from "../../../security/shell/shell-command.ts";

const VIEWERS: Readonly<Record<string, string>> = Object.fromEntries([
  ...["cat", "head", "tail", "less", "more", "bat"].map((name) => [name, "read_file"]),
  ...["grep", "egrep", "fgrep", "rg", "ag", "ack"].map((name) => [name, "grep"]),
]);
const CLIENTS =
  /^(curl|wget|http|https|xh|ftp|lftp|aria2c|lynx|w3m|links|chromium|chrome|google-chrome|firefox|ssh|scp|sftp|telnet)$/;
const NO_CHECKS = /^(--no-verify|--no-gpg-sign)$/;

/** Why `run_shell` leaves a command to another tool, in two sentences; undefined when it does not. */
export function refuseForOtherTools(command: string): string | undefined {
  const verdict = judgeShell(command);
  if (!verdict.ok) return undefined;
  const { commands } = verdict;
  const [only, ...others] = commands;
  const tool =
    only && others.length === 0 && isBare(only) ? ownValue(VIEWERS, nameOf(only) ?? "") : undefined;
  if (tool) return `${nameOf(only as ShellCommand)} alone is what ${tool} is for. Use ${tool}.`;
  if (commands.some((one) => CLIENTS.test(nameOf(one) ?? "")))
    return "Requests to the web are not made here. Use http_request or web_fetch.";
  if (commands.some(skipsChecks))
    return "Checks of the repository are not skipped. Run it without that flag.";
  return undefined;
}

function isBare({ redirects, isFed, given }: ShellCommand): boolean {
  return redirects.length === 0 && !isFed && given === undefined;
}

function skipsChecks(command: ShellCommand): boolean {
  const isGit = nameOf(command) === "git";
  return (
    (isGit && argumentsOf(command).some((value) => NO_CHECKS.test(value))) ||
    command.assignments.some(({ name, value }) => name === "HUSKY" && value === "0")
  );
}
