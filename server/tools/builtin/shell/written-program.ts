import { readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import { sha256 } from "../../../security/sha256.ts";
import { nameOf, type ShellCommand } from "../../../security/shell/shell-command.ts";
import { SHELLS } from "../../../security/shell/unwrap-command.ts";

export interface WrittenPlace {
  readonly workspace: string;
  /** Where the command starts. */
  readonly folder: string;
}

/** Bytes of the largest program that is read; a larger one is known by its size and time. */
const LARGEST = 5_000_000;
/** They run the first file that they are given. */
const INTERPRETERS = /^(python|pypy|node|deno|bun|perl|ruby|php|lua|tclsh|Rscript)[\d.]*$/;

/**
 * What a program of the workspace says now, as a digest: one that the command starts, or gives to a shell or an interpreter.
 * Agents may write it anew, and what was allowed for good was this one. Undefined where the command runs no such program.
 */
export async function digestOfWritten(
  command: ShellCommand,
  { workspace, folder }: WrittenPlace,
): Promise<string | undefined> {
  const root = await realpath(workspace).catch(() => workspace);
  const digests: string[] = [];
  for (const { name, isOption } of programsOf(command)) {
    const path = await realpath(isAbsolute(name) ? name : join(folder, name)).catch(() => undefined);
    if (!path?.startsWith(root + sep)) continue;
    digests.push(await digestOf(path));
    // What an option names may be loaded before the program: `node --require ./hook.js main.js`.
    if (!isOption) break;
  }
  return digests.length === 0 ? undefined : digests.join(" ");
}

interface NamedProgram {
  readonly name: string;
  /** Whether it may be the value of the option before it. */
  readonly isOption: boolean;
}

function programsOf(command: ShellCommand): readonly NamedProgram[] {
  const [program = "", ...rest] = command.words.map(({ value }) => value ?? "");
  const name = nameOf(command) ?? "";
  const isGiven = SHELLS.has(name) || INTERPRETERS.test(name) || program === "." || program === "source";
  const given = isGiven
    ? rest.map((word, index) => ({
        name: /^--?[\w-]+=(.+)$/.exec(word)?.[1] ?? word,
        isOption: word.startsWith("-") || rest[index - 1]?.startsWith("-") === true,
      }))
    : [];
  return [...(program.includes("/") ? [{ name: program, isOption: false }] : []), ...given].filter(
    (one) => one.name !== "",
  );
}

async function digestOf(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile() || found.size > LARGEST) return `${found.size} ${found.mtimeMs}`;
  return sha256((await readFile(path)).toString("latin1"));
}
