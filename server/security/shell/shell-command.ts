import type { ShellWord } from "./shell-word.ts";

/** A file or text that a command is joined to. */
export interface ShellRedirect {
  readonly operator: string;
  /** Undefined where only running it would tell. */
  readonly target: string | undefined;
  /** The target as it is known, or else as it was written, without quotes around it. */
  readonly written: string;
}

export interface ShellAssignment {
  readonly name: string;
  readonly value: string | undefined;
  /** The value as it is known, or else as it was written. */
  readonly written: string;
}

/** One program, builtin or function that a script would start, wrappers such as `env` and `xargs` taken away. */
export interface ShellCommand {
  /** As it was written, wrappers included. */
  readonly source: string;
  /** Name and arguments; the name alone where nothing follows. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  readonly redirects: readonly ShellRedirect[];
  /** Whether its standard input comes from other commands or from text of the script. */
  readonly isFed: boolean;
  /** Text that stands in the script and is its standard input: as it is known, or else as it was written. */
  readonly given?: string;
  /** Names of the wrappers it was taken out of, the outermost first. */
  readonly wrappers: readonly string[];
}

/** What many rules ask about one command is worked out once. */
function once<Found>(find: (command: ShellCommand) => Found): (command: ShellCommand) => Found {
  const known = new WeakMap<ShellCommand, { readonly found: Found }>();
  return (command) => {
    const before = known.get(command);
    if (before !== undefined) return before.found;
    const found = find(command);
    known.set(command, { found });
    return found;
  };
}

/** The last part of the name in small letters, without `.exe`; undefined where only running it would tell. */
export const nameOf = once(({ words }) =>
  words[0]?.value
    ?.split("/")
    .at(-1)
    ?.toLowerCase()
    .replace(/\.exe$/, ""),
);

/** What comes after the name, as far as it is known. */
export const argumentsOf = once(({ words }): readonly string[] =>
  words.slice(1).map(({ value, text }) => value ?? text),
);

/** Arguments that are no options. What follows `--` is none in any case. */
export const operandsOf = once((command): readonly string[] => {
  const values = argumentsOf(command);
  const end = values.indexOf("--");
  const before = end < 0 ? values : values.slice(0, end);
  return [...before.filter((value) => !isOption(value)), ...(end < 0 ? [] : values.slice(end + 1))];
});

/**
 * Whether an option is given: one of these letters, alone or among others, or one of these words, also shortened as programs
 * allow it. A word that could turn out to be any option counts as one.
 *
 * @param longs without `--`
 */
export function hasOption(command: ShellCommand, letters: string, longs: readonly string[] = []): boolean {
  const words = command.words.slice(1);
  const end = words.findIndex(({ value }) => value === "--");
  return (end < 0 ? words : words.slice(0, end)).some(({ value, text, couldBeOption }) => {
    // `-j$(nproc)`: what begins with a letter is none of the long ones.
    if (value === undefined) return couldBeOption && (letters !== "" || !/^-[A-Za-z]/.test(text));
    if (value.startsWith("--")) return longs.some((long) => isShortened(value.slice(2), long));
    return isOption(value) && [...value.slice(1)].some((letter) => letters.includes(letter));
  });
}

function isShortened(given: string, long: string): boolean {
  const [name = ""] = given.split("=");
  return name.length > 1 && long.startsWith(name);
}

function isOption(value: string): boolean {
  return value.length > 1 && value.startsWith("-");
}
