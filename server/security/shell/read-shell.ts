import {
  type Assignment,
  type Command,
  type Function as FunctionNode,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirected,
  type Redirection,
  type SyntaxNode,
  type Word,
} from "unbash";
import type { ShellAssignment, ShellCommand, ShellRedirect } from "./shell-command.ts";
import { nameOf, operandsOf } from "./shell-command.ts";
import { resolveWord, type ShellVariable, type ShellVariables, textOf } from "./shell-word.ts";
import { SHELLS, unwrapCommand } from "./unwrap-command.ts";

/** Everything a script would start, or why that cannot be told. */
export type ShellReading =
  | { readonly ok: true; readonly commands: readonly ShellCommand[]; readonly facts: ShellFacts }
  | { readonly ok: false; readonly reason: string };

/** What concerns a script as a whole. */
export interface ShellFacts {
  /** Functions that call themselves, also through others. */
  readonly isRecursive: boolean;
  /** Names of variables whose values are used. */
  readonly variables: ReadonlySet<string>;
  /** `${name@P}` and the like, which run or show what a variable holds. */
  readonly hasTransformation: boolean;
  /** Targets of redirections, as far as they are known. */
  readonly redirects: readonly ShellRedirect[];
  /** Every variable that is set, and to what. */
  readonly assignments: readonly ShellAssignment[];
}

/** A place in a list that is worked out, which runs what stands in it. */
export const SUBSCRIPT = /\[[^\]]*(\$\(|`)/;
const MAX_LENGTH = 50_000;
const MAX_DEPTH = 12;

class Unreadable extends Error {}

/**
 * Reads a Bash script without running it: pipelines, lists, substitutions, functions, wrappers and scripts given as text
 * included. What cannot be read, or would only be known while it runs, is said instead of guessed. Never throws.
 */
export function readShell(text: string): ShellReading {
  const reading = createReading();
  const place = { reading, variables: new Map(), isFed: false, depth: 0 };
  try {
    readScript(text, place);
    readWritten(place);
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    return { ok: false, reason: "The command could not be read." };
  }
  return {
    ok: true,
    commands: reading.commands,
    facts: { ...reading, isRecursive: comesBack(reading.functions) },
  };
}

function createReading() {
  return {
    commands: [] as ShellCommand[],
    functions: new Map<string, ReadonlySet<string>>(),
    /** Files that the script itself writes, as far as their text is known. */
    written: new Map<string, string>(),
    variables: new Set<string>(),
    hasTransformation: false,
    redirects: [] as ShellRedirect[],
    assignments: [] as ShellAssignment[],
  };
}

interface Place {
  readonly reading: ReturnType<typeof createReading>;
  readonly variables: ShellVariables;
  readonly isFed: boolean;
  readonly depth: number;
}

function readScript(text: string, place: Place): void {
  if (place.depth > MAX_DEPTH) throw new Unreadable("The command holds too many commands inside each other.");
  if (text.length > MAX_LENGTH) throw new Unreadable(`The command is longer than ${MAX_LENGTH} characters.`);
  const script = parse(text);
  refuseErrors(script);
  visitScript(script, { ...place, variables: collectVariables(script, place.variables) }, text);
}

function refuseErrors({ errors }: ParsedScript): void {
  const [first] = errors ?? [];
  if (first) throw new Unreadable(`The command is not complete Bash: ${first.message} at ${first.pos + 1}.`);
}

function visitScript(script: ParsedScript, place: Place, source: string): void {
  refuseErrors(script);
  const text = script.source ?? source;
  forEachChild(script, (child) => visit(child, place, text));
}

function visit(node: SyntaxNode, place: Place, source: string): void {
  switch (node.type) {
    case "Command":
      readCommand(node, place, source);
      break;
    case "Pipeline":
      visitPipeline(node, place, source);
      return;
    case "Redirected":
      visitRedirected(node, place, source);
      return;
    case "Script":
      visitScript(node, place, source);
      return;
    case "Function":
      place.reading.functions.set(node.name.value ?? "", calledBy(node));
      break;
    case "SimpleExpansion":
      place.reading.variables.add(node.text.slice(1));
      break;
    case "ParameterExpansion":
      place.reading.variables.add(node.parameter);
      if (
        node.operation?.type === "Transform" ||
        (node.prefix === "!" && !/^[@*]$/.test(node.index?.text ?? ""))
      )
        place.reading.hasTransformation = true;
      break;
    case "Assignment":
      place.reading.assignments.push(toAssignment(node, place.variables));
      break;
    case "TestUnary":
      place.reading.hasTransformation ||= SUBSCRIPT.test(node.operand.text);
      break;
    case "Redirect":
      place.reading.redirects.push(...toRedirects([node], place.variables));
      break;
    default:
  }
  forEachChild(node, (child) => visit(child, place, source));
}

function visitPipeline(node: Pipeline, place: Place, source: string): void {
  for (const [index, command] of node.commands.entries())
    visit(command, { ...place, isFed: place.isFed || index > 0 }, source);
}

function visitRedirected(node: Redirected, place: Place, source: string): void {
  const isFed = place.isFed || node.redirects.some(feeds);
  forEachChild(node, (child) => visit(child, { ...place, isFed }, source));
}

function readCommand(node: Command, place: Place, source: string): void {
  const { reading, variables } = place;
  if (node.name === undefined) return;
  const args = node.args.flatMap((arg) =>
    arg.type === "Assignment"
      ? [{ text: arg.text, value: assignmentText(arg, variables), couldBeOption: false, isPattern: false }]
      : resolveWord(arg, variables),
  );
  const words = [...resolveWord(node.name, variables), ...args];
  const command: ShellCommand = {
    source: source.slice(node.pos, node.end),
    words,
    assignments: node.prefix.flatMap((part) =>
      part.type === "Assignment" ? [toAssignment(part, variables)] : [],
    ),
    redirects: toRedirects(node.redirects, variables),
    ...readInput(node.redirects, place),
    wrappers: [],
  };
  addCommand(command, place);
  noteWritten(command, node.redirects, reading.written);
  for (const text of givenScripts(command))
    readScript(text, { ...place, isFed: false, depth: place.depth + 1 });
}

/** Text that stands in the script itself is bound to it; a document without expansions is known and feeds nothing else. */
function readInput(redirects: readonly Redirection[], place: Place): Pick<ShellCommand, "isFed" | "given"> {
  const feeding = redirects.filter(feeds);
  const [only] = feeding;
  if (feeding.length !== 1 || only === undefined) return { isFed: place.isFed || feeding.length > 0 };
  if (only.type === "HereString")
    return {
      isFed: true,
      given: (only.target && textOf(only.target, place.variables)) ?? only.target?.text ?? "",
    };
  if (only.type !== "HereDoc") return { isFed: true };
  const isFixed = only.delimiter?.quoted === true || !/[$`\\]/.test(only.body.text);
  return { isFed: !isFixed, given: only.body.text };
}

/** A shell's script that stands in the text itself: `sh <<'EOF'`. */
function givenScripts(command: ShellCommand): readonly string[] {
  const isBare = SHELLS.has(nameOf(command) ?? "") && command.words.length === 1;
  return isBare && !command.isFed && command.given !== undefined ? [command.given] : [];
}

/** What `cat > FILE <<EOF` and `echo TEXT > FILE` leave in a file. */
function noteWritten(
  command: ShellCommand,
  redirects: readonly Redirection[],
  written: Map<string, string>,
): void {
  const name = nameOf(command) ?? "";
  const files = command.redirects.flatMap(({ operator, target }) =>
    operator.startsWith(">") ? (target ?? []) : [],
  );
  const [document] = redirects.filter((redirect) => redirect.type === "HereDoc");
  const said = /^(echo|printf)$/.test(name)
    ? command.words
        .slice(1)
        .map(({ value, text }) => value ?? text)
        .join(" ")
        .replaceAll("\\n", "\n")
    : undefined;
  const text = document?.type === "HereDoc" ? document.body.text : said;
  if (text === undefined) return;
  const names = name === "tee" ? [...files, ...operandsOf(command)] : files;
  for (const file of names) written.set(plainPath(file), `${written.get(plainPath(file)) ?? ""}${text}\n`);
}

/** A script that the text writes before it runs it is read like one that it is given. */
function readWritten(place: Place): void {
  const { commands, written } = place.reading;
  const read = new Set<string>();
  for (const command of commands) {
    const name = nameOf(command) ?? "";
    const isGiven = SHELLS.has(name) || name === "." || name === "source";
    const file = plainPath((isGiven ? operandsOf(command)[0] : command.words[0]?.value) ?? "");
    const text = written.get(file);
    if (text === undefined || read.has(file)) continue;
    read.add(file);
    if (isGiven || !/^#!(?!.*sh\b)/.test(text)) readScript(text, { ...place, depth: 1 });
  }
}

function plainPath(path: string): string {
  return path.replace(/^(\.\/+)+/, "");
}

function addCommand(command: ShellCommand, place: Place): void {
  if (place.depth > MAX_DEPTH) throw new Unreadable("The command holds too many commands inside each other.");
  const [name] = command.words;
  if (name?.value === undefined || name.isPattern)
    throw new Unreadable(`Which program ${short(command.source)} starts is only known while it runs.`);
  place.reading.commands.push(command);
  const deeper = { ...place, depth: place.depth + 1 };
  const { commands, scripts, feeds } = unwrapCommand(command);
  for (const inner of commands) if (inner.words.length > 0) addCommand(inner, deeper);
  for (const text of scripts) {
    if (text === undefined)
      throw new Unreadable(`What ${short(command.source)} runs as a script is only known while it runs.`);
    readScript(text, { ...deeper, isFed: feeds ?? command.isFed });
  }
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}

/** Names of what a function starts. */
function calledBy(node: FunctionNode): ReadonlySet<string> {
  const called = new Set<string>();
  const look = (child: SyntaxNode): void => {
    if (child.type === "Command" && child.name?.value !== undefined) called.add(child.name.value);
    forEachChild(child, look);
  };
  look(node.body);
  return called;
}

/** Whether a function comes to itself again, also through others. */
function comesBack(functions: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return [...functions].some(([start, called]) => {
    const reached = new Set(called);
    for (const name of reached) for (const next of functions.get(name) ?? []) reached.add(next);
    return reached.has(start);
  });
}

function toAssignment(node: Assignment, variables: ShellVariables): ShellAssignment {
  const value = node.value.type === "Word" ? textOf(node.value, variables) : undefined;
  return { name: node.name, value, written: value ?? node.text.replace(/^[^=]*=/, "") };
}

function assignmentText(node: Assignment, variables: ShellVariables): string {
  return `${node.name}=${toAssignment(node, variables).written}`;
}

function feeds(redirect: Redirection): boolean {
  return (
    redirect.type !== "Redirect" ||
    redirect.operator === "<" ||
    redirect.operator === "<>" ||
    redirect.operator === "<&"
  );
}

function toRedirects(redirects: readonly Redirection[], variables: ShellVariables): readonly ShellRedirect[] {
  return redirects.flatMap((redirect) =>
    redirect.type === "Redirect" ? [toRedirect(redirect.operator, redirect.target, variables)] : [],
  );
}

function toRedirect(operator: string, word: Word | undefined, variables: ShellVariables): ShellRedirect {
  const target = word && textOf(word, variables);
  return { operator, target, written: target ?? (word?.text ?? "").replace(/^["']|["']$/g, "") };
}

/** What a script sets by itself. A variable that is set more than once, or by what runs, is unknown. */
function collectVariables(script: ParsedScript, outer: ShellVariables): ShellVariables {
  const found = new Map<string, ShellVariable>(outer);
  const set = (name: string, variable: ShellVariable): void => {
    const isSame = found.get(name)?.value === variable.value;
    found.set(name, found.has(name) && !isSame ? UNKNOWN : variable);
  };
  const look = (node: SyntaxNode): void => {
    for (const [name, variable] of variablesSetBy(node, found)) set(name, variable);
    forEachChild(node, look);
  };
  forEachChild(script, look);
  return found;
}

function variablesSetBy(
  node: SyntaxNode,
  known: ShellVariables,
): readonly (readonly [string, ShellVariable])[] {
  switch (node.type) {
    case "Assignment":
      return [[node.name, toVariable(node, known)]];
    case "For":
    case "Select":
      return [[node.name.value, loopVariable(node.wordlist ?? [])]];
    case "Command":
      if (!SETTERS.test(node.name?.value ?? "")) return [];
      return node.args.flatMap((arg) => (arg.type === "Word" ? [[arg.value, UNKNOWN] as const] : []));
    default:
      return [];
  }
}

const UNKNOWN: ShellVariable = { value: undefined, isOperand: false };
/** Builtins whose arguments name variables that they fill. */
const SETTERS = /^(read|readarray|mapfile|getopts|printf|let)$/;

function toVariable(node: Assignment, variables: ShellVariables): ShellVariable {
  const isPlain = !node.append && node.index === undefined && node.value.type === "Word";
  return isPlain ? { value: toAssignment(node, variables).value, isOperand: false } : UNKNOWN;
}

/** A loop over names and patterns of names: which it is now is not known, but none is an option. */
function loopVariable(words: readonly Word[]): ShellVariable {
  const areNames = words.length > 0 && words.every(({ value }) => /^[\w./*?[\]][^\s$`{}]*$/.test(value));
  return { value: undefined, isOperand: areNames };
}
