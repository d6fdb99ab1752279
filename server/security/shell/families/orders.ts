import { argumentsOf, nameOf, type ShellCommand } from "../shell-command.ts";
import { words } from "./family.ts";
import { inlineCode } from "./inline-code.ts";

/** What they are given is text to say, to look for or to keep. Git and awk have rules of their own. */
const TEXT_ONLY = words(
  "echo printf grep egrep fgrep rg ag ack sed awk gawk mawk nawk git jq yq cat test [ date logger notify-send gh glab say figlet cowsay curl wget touch mkdir ls",
);
/** Options that other programs' commands, or orders that may hold some, follow. */
const ORDER =
  /^-{1,2}(c|e|x|g|o|a|ok?dir|[\w-]*(exec|eval|execute|command|cmd|shell|script|hook|run|runner|wrapper|pager|editor|call|launcher|program|rsh|filter|action|preview|then))$/i;
/** Their code is commands much like those of this grammar. */
const SPEAKS_SHELL = /^(nu|xonsh|tclsh|wish|expect)$/;
/** Texts in code that are said and not done. */
const SAYING =
  /(print\w*|puts|say|log|warn|error|info|debug|write\w*|echo|append|push|message|assert\w*|equal\w*|format|join|raise|throw|in|==|=>?)[.!?]?$/i;

/**
 * Texts of a command that its program may run as commands in turn, such as `npm pkg set scripts.test='...'`, `--on-change '...'`,
 * or the texts in code for an interpreter. They are guesses: one that is no command says nothing.
 */
export function ordersIn(command: ShellCommand): readonly string[] {
  const code = inlineCode(command);
  if (code.length > 0) return SPEAKS_SHELL.test(nameOf(command) ?? "") ? code : code.flatMap(textsOfCode);
  if (TEXT_ONLY.has(nameOf(command) ?? "")) return [];
  const values = argumentsOf(command);
  return values
    .flatMap((value, index) => {
      const [name = "", attached] = value.split(/=(.*)/s);
      if (ORDER.test(values[index - 1] ?? "")) return [value];
      return attached !== undefined && (!name.startsWith("-") || ORDER.test(name)) ? [attached] : [];
    })
    .filter((text) => /\S\s+\S/.test(text));
}

const TEXT = /(["'`])((?:\\.|(?!\1)[^\\]){1,400})\1/gs;

/** Texts in code, those of one list together as the words of one command. */
function textsOfCode(code: string): readonly string[] {
  const lists: { text: string; end: number; isSaid: boolean }[] = [];
  for (const found of code.matchAll(TEXT)) {
    const before = code.slice(0, found.index);
    const last = lists.at(-1);
    const text = found[2] ?? "";
    if (last !== undefined && /^[\s,[\](){}]*$/.test(before.slice(last.end))) {
      last.text += ` ${text}`;
      last.end = found.index + found[0].length;
    } else
      lists.push({
        text,
        end: found.index + found[0].length,
        isSaid: SAYING.test(before.slice(-60).replace(/[\s([{]+$/, "")),
      });
  }
  return lists.flatMap(({ text, isSaid }) => (isSaid || !/\S\s+\S/.test(text) ? [] : [text]));
}
