import { argumentsOf, nameOf, type ShellCommand } from "../shell-command.ts";
import { textsIn } from "./code-texts.ts";
import { words } from "./family.ts";
import { inlineCode } from "./inline-code.ts";

/** What they are given is text to say, to look for or to keep. Git and awk have rules of their own. */
const TEXT_ONLY = words(
  "echo printf grep egrep fgrep rg ag ack sed awk gawk mawk nawk git jq yq cat test [ date logger notify-send gh glab say figlet cowsay curl wget touch mkdir ls",
);
/** Options that other programs' commands, or orders that may hold some, follow. */
const ORDER =
  /^-{1,2}(c|e|x|g|o|a|s|ok?dir|[\w-]*(exec|eval|execute|command|cmd|shell|script|hook|run|runner|wrapper|pager|editor|call|launcher|program|rsh|filter|action|preview|then))$/i;
/** They run tools of packages, or small commands of their own. */
const CARRIERS = /^(npx|bunx|pnpx|pnpm|yarn|bun|cmake)$/;
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
  const given = command.assignments.flatMap(({ value }) => value ?? []);
  return [...given, ...orderedTexts(command), ...followingWords(command)].filter((text) =>
    /\S\s+\S/.test(text),
  );
}

/** What stands in or after an option for an order, and values that are given to names. */
function orderedTexts(command: ShellCommand): readonly string[] {
  const values = argumentsOf(command);
  return values.flatMap((value, index) => {
    const [name = "", attached] = value.split(/=(.*)/s);
    if (ORDER.test(values[index - 1] ?? "")) return [value, values.slice(index).join(" ")];
    return attached !== undefined && (!name.startsWith("-") || ORDER.test(name)) ? [attached] : [];
  });
}

/** Words that make a command of their own: behind `--`, and behind what fetches or carries a tool. */
function followingWords(command: ShellCommand): readonly string[] {
  const values = argumentsOf(command);
  const end = values.indexOf("--");
  const behind = end < 0 ? [] : [values.slice(end + 1).join(" ")];
  if (!CARRIERS.test(nameOf(command) ?? "")) return behind;
  const start = values.findIndex((value) => /^(dlx|x|exec|-E)$/.test(value));
  const rest = values.slice(start + 1);
  return [...behind, rest.slice(rest.findIndex((value) => !value.startsWith("-"))).join(" ")];
}

/** Texts in code, those of one list together as the words of one command. */
function textsOfCode(code: string): readonly string[] {
  const lists: { text: string; end: number; readonly isSaid: boolean }[] = [];
  for (const { text, start, end } of textsIn(code)) {
    const last = lists.at(-1);
    if (last !== undefined && /^[\s,[\](){}]*$/.test(code.slice(last.end, start))) {
      last.text += ` ${text}`;
      last.end = end;
    } else {
      const before = code.slice(Math.max(0, start - 60), start).replace(/[\s([{]+$/, "");
      lists.push({ text, end, isSaid: SAYING.test(before) });
    }
  }
  return lists.flatMap(({ text, isSaid }) => (isSaid || !/\S\s+\S/.test(text) ? [] : [text]));
}
