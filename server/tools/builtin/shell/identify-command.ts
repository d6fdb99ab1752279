import { access, constants, realpath } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { CallIdentity } from "../../../contract/approval.ts";
import type { CallSubject } from "../../../engine/tool.ts";
import { judgeShell } from "../../../security/shell/judge-shell.ts";
import type { ShellCommand } from "../../../security/shell/shell-command.ts";
import { digestOfWritten } from "./written-program.ts";

/** Where programs are looked for. */
export interface ProgramPlace {
  readonly searchPath: string;
  readonly workspace: string;
  /** Where the command starts. */
  readonly folder: string;
  /** Stands before names of programs that are not this machine's. */
  readonly prefix: string | undefined;
}

const BUILTINS: ReadonlySet<string> = new Set(
  ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);

/**
 * What a command would run: each program by its resolved path with exactly its arguments and redirections, so that what was
 * allowed for one covers no other; a program of the workspace counts with what it says now. A command that never runs says why
 * instead.
 */
export async function identifyCommand(command: string, place: ProgramPlace): Promise<CallSubject> {
  const verdict = judgeShell(command);
  const summary = command.length > 300 ? `${command.slice(0, 300)}...` : command;
  if (!verdict.ok) return { summary, identities: [], commands: [], refusal: verdict.reason };
  const script = { text: command, moves: MOVES.test(command) };
  const identities = await Promise.all(verdict.commands.map((one) => toIdentity(one, script, place)));
  // A script that only sets variables starts nothing, and is what it is.
  if (identities.length === 0)
    return { summary, identities: [{ executable: "bash", shape: command }], commands: [command] };
  return { summary, identities, commands: verdict.commands.map(({ source }) => source) };
}

interface Script {
  readonly text: string;
  readonly moves: boolean;
}

/** Whether a script may come to other programs by the same names than those that are looked for here. */
const MOVES = /\bPATH\b|\b(cd|pushd|popd)\b/;

async function toIdentity(one: ShellCommand, script: Script, place: ProgramPlace): Promise<CallIdentity> {
  const { words, redirects, assignments, isFed, given } = one;
  // What is only known while it runs is bound to the script that makes it.
  const isOpen =
    script.moves ||
    words.some(({ value, isPattern }) => value === undefined || isPattern) ||
    redirects.some(({ target }) => target === undefined);
  const written = await digestOfWritten(one, place);
  const shape = JSON.stringify([
    words.slice(1).map(({ value, text }) => value ?? text),
    redirects.map(({ operator, target }) => [operator, target ?? null]),
    assignments.map(({ name, value }) => [name, value ?? null]),
    isFed,
    ...(given === undefined ? [] : [{ given }]),
    ...(isOpen ? [script.text] : []),
    ...(written === undefined ? [] : [{ written }]),
  ]);
  return { executable: await resolveProgram(words[0]?.value ?? "", place), shape };
}

/** The real path of a program. One that is not there has a name that no program has. */
async function resolveProgram(name: string, { searchPath, folder, prefix }: ProgramPlace): Promise<string> {
  if (BUILTINS.has(name)) return `bash/${name}`;
  if (prefix !== undefined) return `${prefix}${name}`;
  const candidates = name.includes("/")
    ? [name.startsWith("/") ? name : join(folder, name)]
    : searchPath.split(delimiter).map((path) => join(path, name));
  for (const candidate of candidates) {
    const found = await access(candidate, constants.X_OK).then(
      () => realpath(candidate),
      () => undefined,
    );
    if (found !== undefined) return found;
  }
  return `(not found)/${name}`;
}
