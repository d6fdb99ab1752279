import { readdir } from "node:fs/promises";
import { isAbsolute, join, posix, relative } from "node:path";
import { judgeShell } from "../../../security/shell/judge-shell.ts";
import { nameOf, type ShellCommand } from "../../../security/shell/shell-command.ts";
import { SHELLS } from "../../../security/shell/unwrap-command.ts";
import { openWorkspace, type Workspace } from "../files/workspace.ts";

export interface CommandPlace {
  /** Real path. */
  readonly workspace: string;
  /** Where it starts, relative to the workspace. */
  readonly folder: string;
}

/** Bytes of the longest script that is read. */
const LONGEST = 50_000;
/** Scripts that run scripts. */
const DEEPEST = 4;
const SHELL_LINE = /^#!.*\b(ba|da|z|k|a)?sh\b/;
const MOVES = /\b(cd|pushd|popd)\b/;

/**
 * Why a command may not run though its own text may: a script of the workspace that it gives to a shell, or starts, holds what
 * never runs, or a pattern comes to names that are read as options. Undefined where nothing is found: a script that cannot be
 * read, is longer than 50 kB or is made while the command runs is the sandbox's to hold.
 */
export async function judgeFiles(command: string, place: CommandPlace): Promise<string | undefined> {
  return (await judgePatterns(command, place)) ?? judgeScripts(command, place, 0);
}

async function judgeScripts(
  command: string,
  { workspace: root, folder }: CommandPlace,
  depth: number,
): Promise<string | undefined> {
  const verdict = judgeShell(command);
  if (!verdict.ok || depth === DEEPEST) return undefined;
  const workspace = await openWorkspace(root);
  for (const one of verdict.commands) {
    const script = await readScript(workspace, { workspace: root, folder }, one);
    if (script === undefined) continue;
    const inside = judgeShell(script.text);
    if (!inside.ok && inside.isForbidden === true) return `In ${script.name}: ${inside.reason}`;
    const deeper = await judgeScripts(script.text, { workspace: root, folder }, depth + 1);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

interface Script {
  readonly name: string;
  readonly text: string;
}

async function readScript(
  workspace: Workspace,
  { workspace: root, folder }: CommandPlace,
  command: ShellCommand,
): Promise<Script | undefined> {
  const { words } = command;
  const program = words[0]?.value ?? "";
  const isGiven = SHELLS.has(nameOf(command) ?? "") || program === "." || program === "source";
  const name = isGiven
    ? words.slice(1).find(({ value }) => value !== undefined && !/^[-+]/.test(value))?.value
    : program;
  if (name === undefined || (!isGiven && !name.includes("/"))) return undefined;
  const path = isAbsolute(name) ? relative(root, name) : posix.join(folder, name);
  const file = await workspace
    .locate(path)
    .then((located) => workspace.read(located))
    .catch(() => undefined);
  if (file === undefined || file.bytes.length > LONGEST) return undefined;
  const text = file.bytes.toString("utf8");
  return isGiven || SHELL_LINE.test(text) ? { name, text } : undefined;
}

/** `rm *` where a file is called `-rf`: the shell gives the name, and the program reads an option. */
async function judgePatterns(
  command: string,
  { workspace, folder }: CommandPlace,
): Promise<string | undefined> {
  const verdict = judgeShell(command);
  if (!verdict.ok || MOVES.test(command)) return undefined;
  const isOpen = verdict.commands.some(({ words }) =>
    words.slice(1).some(({ isPattern, text }) => isPattern && /^[*?[]/.test(text)),
  );
  if (!isOpen) return undefined;
  const names = await readdir(join(workspace, folder)).catch(() => []);
  const option = names.find((name) => name.startsWith("-"));
  if (option === undefined) return undefined;
  return `A file here is called ${JSON.stringify(option.slice(0, 80))}, which a pattern turns into an option. Write ./* instead.`;
}
