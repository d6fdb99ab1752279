import { argumentsOf, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";

/** Interpreters that run what they read where no file is named. */
export const READERS =
  /^(python[\d.]*|pypy[\d.]*|perl|raku|ruby|node|nodejs|ts-node|tsx|deno|bun|php|lua[\d.]*|luajit|osascript|tclsh|wish|rscript|r|julia|guile|racket|swipl|octave|scala|groovysh|jshell|ghci|irb|pry|iex|elixir|erl|clj|clojure|sbcl|ocaml|gnuplot|xonsh|nu|expect)$/;

/** Names of what a program reads where no file is given. */
export const OWN_INPUT: ReadonlySet<string> = new Set(["-", "/dev/stdin", "/proc/self/fd/0", "/dev/fd/0"]);

/** Letters and words after which an interpreter takes code. A word may have one dash or two. */
const CODE_OPTIONS: readonly (readonly [RegExp, string, readonly string[]])[] = [
  [/^(python[\d.]*|pypy[\d.]*|xonsh|expect)$/, "c", []],
  [/^nu$/, "ce", ["commands", "execute"]],
  [/^perl$/, "eE", []],
  [/^(ruby|lua[\d.]*|luajit|raku|dc)$/, "e", ["expression"]],
  [/^(node|nodejs|bun|ts-node|tsx)$/, "ep", ["eval", "print"]],
  [/^php$/, "rRBE", ["run", "process-code", "process-begin", "process-end"]],
  [
    /^(osascript|rscript|r|julia|elixir|iex|groovy|scala|ghc|ghci|pry|irb|coffee|nim|clj|clojure|racket|ocaml|gnuplot)$/,
    "eE",
    ["eval", "rpc-eval"],
  ],
  [/^guile$/, "c", []],
  [/^swipl$/, "gt", []],
  [
    /^(octave|octave-cli|sbcl|mongosh|rdmd|maxima|scilab-cli|erl|ecl|clisp)$/,
    "",
    ["eval", "expr", "load-string", "batch-string"],
  ],
];

/** Code that a command hands an interpreter as text; what is unknown in it stands as it was written. */
export function inlineCode(command: ShellCommand): readonly string[] {
  const name = nameOf(command) ?? "";
  const values = argumentsOf(command);
  if (/^(awk|gawk|mawk|nawk)$/.test(name)) return values;
  if (/^(python|pypy)[\d.]*$/.test(name) && values.includes("timeit")) return values;
  if (name === "deno" && values[0] === "eval") return values.slice(1);
  const codes = values.flatMap((value, index) => codeAt(name, value, values[index + 1]));
  return codes.length === 0 ? codeRead(command) : codes;
}

/** Languages that are judged by what is written in them. */
const JUDGED = /^(python[\d.]*|pypy[\d.]*|perl|ruby|node|nodejs|php)$/;

/** Code that stands in the script itself, as a text that nothing changes any more: `python3 - <<'END'`. */
function codeRead(command: ShellCommand): readonly string[] {
  const { given, isFed } = command;
  if (given === undefined || isFed || !JUDGED.test(nameOf(command) ?? "")) return [];
  const [file = "-"] = operandsOf(command);
  return OWN_INPUT.has(file) ? [given] : [];
}

/** Code in one option, or in the word after it. */
function codeAt(name: string, value: string, next = ""): readonly string[] {
  const [, letters = "", longs = []] = CODE_OPTIONS.find(([pattern]) => pattern.test(name)) ?? [];
  const [long = "", attached] = value.split(/=(.*)/s);
  if (/^--?\w/.test(long) && longs.includes(long.replace(/^--?/, ""))) return [attached ?? next];
  if (letters === "" || value.startsWith("--")) return [];
  const match = new RegExp(`^-[A-Za-z0-9]*?[${letters}](.*)$`, "s").exec(value);
  if (match === null) return [];
  // Letters that all stand for code share one: `-pe CODE`.
  const isLetters = [...(match[1] ?? "")].every((letter) => letters.includes(letter));
  return [isLetters ? next : (match[1] ?? "")];
}
