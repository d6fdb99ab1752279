import { argumentsOf, nameOf, type ShellCommand } from "../shell-command.ts";

/** Letters after which an interpreter takes code. */
const CODE_OPTIONS: readonly (readonly [RegExp, string, readonly string[]])[] = [
  [/^(python[\d.]*|pypy[\d.]*)$/, "c", []],
  [/^perl$/, "eE", []],
  [/^(ruby|lua|luajit)$/, "e", []],
  [/^(node|nodejs|bun)$/, "ep", ["eval", "print"]],
  [/^php$/, "rRBE", ["run"]],
  [/^(osascript|rscript|julia|elixir|groovy)$/, "e", []],
];

/** Code that a command hands an interpreter as text; what is unknown in it stands as it was written. */
export function inlineCode(command: ShellCommand): readonly string[] {
  const name = nameOf(command) ?? "";
  const values = argumentsOf(command);
  if (/^(awk|gawk|mawk|nawk)$/.test(name)) return values;
  if (/^(python|pypy)[\d.]*$/.test(name) && values.includes("timeit")) return values;
  if (name === "deno") return values[0] === "eval" ? values.slice(1) : [];
  const [, letters = "", longs = []] = CODE_OPTIONS.find(([pattern]) => pattern.test(name)) ?? [];
  if (letters === "") return [];
  return values.flatMap((value, index) => {
    const [long = "", attached] = value.split(/=(.*)/s);
    if (longs.includes(long.replace(/^--/, "")) && long.startsWith("--"))
      return [attached ?? values[index + 1] ?? ""];
    const match = new RegExp(`^-[A-Za-z0-9]*?[${letters}](.*)$`, "s").exec(value);
    if (match === null || value.startsWith("--")) return [];
    // Letters that all stand for code share one: `-pe CODE`.
    const isLetters = [...(match[1] ?? "")].every((letter) => letters.includes(letter));
    return [isLetters ? (values[index + 1] ?? "") : (match[1] ?? "")];
  });
}
