import { argumentsOf, hasOption, nameOf, type ShellCommand } from "../shell-command.ts";
import type { DenyFamily } from "./family.ts";

type Test = (command: ShellCommand) => boolean;
const holds =
  (pattern: RegExp): Test =>
  (command) =>
    argumentsOf(command).some((value) => pattern.test(value));
const compiler = holds(/^-(wrapper|fplugin|B)/);
const pager = holds(/^\+.*!|^!/);
const mysql = holds(/(^|;|\n|=)\s*(\\!|system\s|\\?pager\s|source\s)|\binto\s+(outfile|dumpfile)\b/i);
const loadsText = holds(/^(--(import|require|loader|experimental-loader)=)?data:/);
const attaches = holds(/^-{1,2}(x|command|p|pid)(=|$)/);
const attachesLldb = holds(/^(-s|-S|-p|--source\S*|--attach\S*)(=|$)/);
const cargoWrapper = holds(
  /\b(rustc(-workspace)?-wrapper|runner|linker|rustc|rustdoc|credential-provider)\b.*=/,
);
const tex = holds(/^--?(shell-escape|enable-write18)/);
const rpm = holds(/%\(|%\{(lua|load|shrink|uncompress)/);
const apt = holds(/Invoke|::Pre-Install|Dir::Bin/i);
const make: Test = (command) => {
  const values = argumentsOf(command);
  const reads = command.isFed || command.given !== undefined;
  return (
    hasOption(command, "", ["eval"]) ||
    (reads && values.includes("-")) ||
    values.some((value) => /^SHELL=/.test(value))
  );
};
const gitMail: Test = (command) => argumentsOf(command).includes("send-email");
/** Orders of an editor of lines that stand in the script itself are looked at. */
const readsOrders: Test = ({ isFed, given }) =>
  given === undefined
    ? isFed
    : /(^|\n)\s*[\d,$%.]*\s*([erw]\s*)?!/.test(given) || (isFed && given.includes("$"));
/** Looking at a program that stopped or runs under it, and at nothing else. */
const LOOKS =
  /^(bt|backtrace|where|info|i|run|r|start|list|l|quit|q|continue|c|cont|next|n|step|s|finish|up|down|frame|f|print|p|x|break|b|tbreak|delete|display|disas\w*|thread|t|set (pagination|confirm|width|height|print \w+|args))\b[^|!;]*$/;
const debugs =
  (letters: RegExp): Test =>
  (command) => {
    const values = argumentsOf(command);
    return values.some((value, index) => {
      const [name = "", attached] = value.split(/=(.*)/s);
      return letters.test(name) && !isLook(attached ?? values[index + 1] ?? "");
    });
  };

function isLook(order: string): boolean {
  return LOOKS.test(order.trim()) && !/\b(system|popen|execv?|shell|python)\b/.test(order);
}

/** Programs that take another program, or orders to start one, in a way of their own. */
const TESTS: ReadonlyMap<string, Test> = new Map([
  ["cpio", holds(/^--rsh/)],
  ["expect", holds(/^-[A-Za-z]*c/)],
  ["gcc", compiler],
  ["g++", compiler],
  ["cc", compiler],
  ["clang", compiler],
  ["less", pager],
  ["more", pager],
  ["most", pager],
  ["bind", (command) => hasOption(command, "x")],
  ["lftp", holds(/!|\b(local|shell)\b/)],
  ["ed", readsOrders],
  ["ex", readsOrders],
  ["nano", holds(/^(-s|--speller)/)],
  ["pico", holds(/^(-s|--speller)/)],
  [
    "sqlite3",
    holds(
      /(^|\n)\s*\.(shell|system|load|excel|once\s*\||output\s*\||import\s*\||open\s*\|)|\bload_extension\s*\(|\b(edit|writefile|fts3_tokenizer)\s*\(/i,
    ),
  ],
  ["psql", holds(/\\(!|copy\b.*\bprogram\b|g\s*\||o\s*\||setenv)|\bprogram\s+['$e]/i)],
  ["mysql", mysql],
  ["mariadb", mysql],
  ["mongosh", holds(/\b(run|runProgram|child_process)\b/)],
  [
    "redis-cli",
    holds(/^(eval|evalsha|module|config|slaveof|replicaof|debug|flushall|flushdb|shutdown|--eval)$/i),
  ],
  ["irb", holds(/\b(system|exec|spawn)\b|`/)],
  ["pdb", holds(/^-c/)],
  ["pdb3", holds(/^-c/)],
  [
    "gdb",
    (command) => debugs(/^-{1,2}(ex|eval-command|iex|init-eval-command)$/)(command) || attaches(command),
  ],
  ["lldb", (command) => debugs(/^(-o|-O|-k|--one-line\S*)$/)(command) || attachesLldb(command)],
  ["m4", ({ given }) => /syscmd/.test(given ?? "")],
  ["dc", holds(/!(?![<>=])/)],
  ["strace", holds(/^-p|^--attach/)],
  ["ltrace", holds(/^-p/)],
  ["gcore", () => true],
  ["php", holds(/^-[a-zA-Z]*d$|^-d(auto_|extension|zend|disable)|^auto_(ap|pre)pend/)],
  ["node", loadsText],
  ["nodejs", loadsText],
  ["java", holds(/^-(javaagent|agentlib|agentpath)/)],
  ["latex", tex],
  ["pdflatex", tex],
  ["xelatex", tex],
  ["lualatex", tex],
  ["pdftex", tex],
  ["tex", tex],
  ["rpm", rpm],
  ["rpmspec", rpm],
  ["rpmbuild", rpm],
  ["apt", apt],
  ["apt-get", apt],
  ["aptitude", apt],
  ["make", make],
  ["gmake", make],
  ["git", gitMail],
  [
    "cargo",
    (command) => argumentsOf(command).some((value) => value.startsWith("--config")) && cargoWrapper(command),
  ],
  ["bash", holds(/^--(rcfile|init-file)(=|$)/)],
  ["ansible", holds(/^(shell|command|raw|script)$/)],
  ["go", holds(/^-{1,2}(exec|toolexec|overlay)(=|$)/)],
  ["aria2c", holds(/^--on-/)],
]);

export const handsOverPrograms: DenyFamily = {
  name: "programs that are told to start others",
  matches: (command) => TESTS.get(nameOf(command) ?? "")?.(command) ?? false,
};
