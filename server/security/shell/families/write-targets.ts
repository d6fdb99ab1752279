import { longValues, optionValues } from "../option-values.ts";
import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { textsIn } from "./code-texts.ts";
import { words } from "./family.ts";

/** Options that name what is written, in the words of very different programs. */
const OUTPUT =
  /^(?:-[oO]|--?out(?:put)?(?:-?(?:file|dir(?:ectory)?|folder|path|document))?|--outfile|--dest(?:ination|dir)?|--target-directory|--save(?:-to|-as)?|--log-file|--pidfile|-logfile)$/i;
/** To these the same letters mean something else. */
const NO_OUTPUT = words(
  "grep egrep fgrep zgrep rg ag ack ls find test [ ps ssh scp sftp mount set id stat sysctl top docker",
);
/** The last of their words is written, where there is more than one. */
const LAST_IS_WRITTEN = words(
  "uniq xxd split ffmpeg convert magick pdftotext pdftk qpdf gs sox objcopy strip msgfmt tic vhs",
);
/** Actions that make a folder or a file where their last word says. */
const MADE: ReadonlyMap<string, RegExp> = new Map([
  ["git", /^(init|worktree|clone|bundle)$/],
  ["virtualenv", /./],
  ["django-admin", /^startproject$/],
  ["npm", /^init$/],
  ["cargo", /^(new|init)$/],
]);

/** Files that a command is told to write by an option or by the place of a word, without being a program for that. */
export function writeTargets(command: ShellCommand): readonly string[] {
  const name = nameOf(command) ?? "";
  const operands = operandsOf(command);
  const last = operands.length > 1 ? operands.slice(-1) : [];
  return [
    ...(NO_OUTPUT.has(name) ? [] : outputs(argumentsOf(command))),
    ...(LAST_IS_WRITTEN.has(name) ? last : []),
    ...(MADE.get(name)?.test(operands[0] ?? "") === true ? last : []),
    ...(name === "zip" ? operands.slice(0, 1) : []),
    ...(/^(7z|7za|rar|ar)$/.test(name) && !/^-?[xetlp]/.test(operands[0] ?? "") ? operands.slice(1, 2) : []),
    ...(/^(tar|bsdtar)$/.test(name) ? madeArchives(command) : []),
    ...(/awk$/.test(name) ? argumentsOf(command).flatMap(awkTargets) : []),
  ];
}

function outputs(values: readonly string[]): readonly string[] {
  return values.flatMap((value, index) => {
    const [name = "", attached] = value.split(/=(.*)/s);
    if (attached !== undefined && OUTPUT.test(name)) return [attached];
    if (OUTPUT.test(values[index - 1] ?? "")) return [value];
    return /^-o(?=[/~])(.*)$/s.exec(value)?.[1] ?? [];
  });
}

/** The archive that is made or added to; the old way of writing has no dash. */
function madeArchives(command: ShellCommand): readonly string[] {
  const [first = "", second = ""] = argumentsOf(command);
  if (/^[a-zA-Z]+$/.test(first)) return /[cru]/.test(first) && first.includes("f") ? [second] : [];
  if (!hasOption(command, "cru", ["create", "append", "update"])) return [];
  return [...optionValues(command.words, "f"), ...longValues(command.words, "file")].flatMap(
    (file) => file ?? [],
  );
}

/** `print > "FILE"`, also in a way that adds. */
function awkTargets(code: string): readonly string[] {
  return textsIn(code).flatMap(({ text, start }) =>
    /\bprintf?\b[^;{}\n]*>\s*$/.test(code.slice(Math.max(0, start - 200), start)) ? [text] : [],
  );
}
