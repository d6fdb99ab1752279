import { argumentsOf, hasOption, nameOf, type ShellCommand } from "../shell-command.ts";
import type { DenyFamily } from "./family.ts";

type Test = (command: ShellCommand) => boolean;
const holds =
  (pattern: RegExp): Test =>
  (command) =>
    argumentsOf(command).some((value) => pattern.test(value));
const compiler = holds(/^-(wrapper|fplugin|B)/);
const pager = holds(/^\+.*!|^!/);
const readsOrders: Test = ({ isFed }) => isFed;

/** Programs that take another program, or orders to start one, in a way of their own. */
const TESTS: ReadonlyMap<string, Test> = new Map([
  ["cpio", holds(/^--rsh/)],
  ["gdb", holds(/^-{1,2}(ex|eval-command|iex|init-eval-command|x|command)(=|$)/)],
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
]);

export const handsOverPrograms: DenyFamily = {
  name: "programs that are told to start others",
  matches: (command) => TESTS.get(nameOf(command) ?? "")?.(command) ?? false,
};
