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
const gitMail: Test = (command) => argumentsOf(command).includes("send-email");
const readsOrders: Test = ({ isFed }) => isFed;

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
  ["psql", holds(/\\(!|copy\b.*\bprogram\b|g\s*\||o\s*\||setenv)|\bprogram\s+'/i)],
  ["mysql", mysql],
  ["mariadb", mysql],
  ["mongosh", holds(/\b(run|runProgram|child_process)\b/)],
  ["redis-cli", holds(/^(eval|evalsha|module|config|slaveof|replicaof|debug|--eval)$/i)],
  ["irb", holds(/\b(system|exec|spawn)\b|`/)],
  ["pdb", holds(/^-c/)],
  ["pdb3", holds(/^-c/)],
  ["gdb", holds(/^-{1,2}(ex|eval-command|iex|init-eval-command|x|command|p|pid)(=|$)/)],
  ["strace", holds(/^-p|^--attach/)],
  ["ltrace", holds(/^-p/)],
  ["gcore", () => true],
  ["emacs", holds(/^--?(eval|execute|funcall|f)(=|$)/)],
  ["php", holds(/^-[a-zA-Z]*d$|^-d(auto_|extension|zend|disable)|^auto_(ap|pre)pend/)],
  ["node", loadsText],
  ["nodejs", loadsText],
  ["java", holds(/^-(javaagent|agentlib|agentpath)/)],
  ["git", gitMail],
  ["aria2c", holds(/^--on-/)],
]);

export const handsOverPrograms: DenyFamily = {
  name: "programs that are told to start others",
  matches: (command) => TESTS.get(nameOf(command) ?? "")?.(command) ?? false,
};
