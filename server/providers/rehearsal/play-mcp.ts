import { fillArguments, requiredParameters } from "./fill-arguments.ts";
import { collectKnownValues, fileNamesIn, type KnownValues } from "./known-values.ts";
import { overlap, wordsOf } from "./match-words.ts";
import { namesIn } from "./names-in.ts";
import type { PastCall, Situation } from "./read-situation.ts";
import type { PlannedCall, RehearsalTool, RehearsalTurn } from "./rehearsal-prompt.ts";

/** Calls of MCP tools in one session: a look around, a look inside, one reading. */
const CALLS = 4;
/** Tools that are named where none was called. */
const SHOWN = 6;
/** Names of a task that arguments are made of. */
const NAMES = 12;

/** Words that a name begins with when the tool only looks, whatever follows, in the order in which tools are called. */
const LOOKING = [
  "list",
  "echo",
  "search",
  "find",
  "read",
  "describe",
  "show",
  "lookup",
  "get",
  "count",
  "look",
  "fetch",
  "view",
  "retrieve",
];
/** How descriptions of tools that only look begin. Others begin so too ("Returns the money"): it takes the server's own word as well. */
const LOOKING_TEXT =
  /^(?:looks? up|gets?|returns?|lists?|reads?|finds?|search(?:es)?|shows?|fetches|fetch|describes?|counts?|comput(?:e|es)|calculates?|converts?|checks?|tells?|retrieves?|answers?|quer(?:y|ies))\b/i;
/** Words of a name after which nothing is tried. "And" and "or" join a second verb to the first: `get_or_create`. */
const HARMFUL =
  /^(?:delete|remove|write|create|update|send|post|put|move|edit|exec|execute|run|kill|set|insert|replace|modify|upsert|save|clear|and|or|env|secrets?|tokens?|passwords?|credentials?|media|image|long|trigger|toggle|simulate|subscribe)$/;

/** Calls tools of MCP servers that only look: one to begin with, then those that its result made possible. */
export function playMcp(situation: Situation): RehearsalTurn | undefined {
  const tools = situation.tools.filter(isReading).toSorted((left, right) => rankOf(left) - rankOf(right));
  const earlier = situation.past.filter(({ name }) => name.startsWith("mcp__"));
  if (tools.length === 0 || earlier.length >= CALLS) return undefined;
  const call = nextCall(tools, earlier, situation);
  if (!call) return undefined;
  const more = [
    ...secondFile(call, tools, { earlier, situation }),
    ...otherNames(call, tools, { earlier, situation }),
  ];
  const calls = [call, ...more].slice(0, CALLS - earlier.length);
  return { text: `I look this up with ${shortName(call.name)}.`, calls };
}

function isReading(tool: RehearsalTool): boolean {
  if (!isMcp(tool) || isHarmful(tool)) return false;
  const isSaid = tool.saidEffect === "reads" && LOOKING_TEXT.test(tool.description.trim());
  return isSaid || placeOf(tool) >= 0;
}

function isHarmful(tool: RehearsalTool): boolean {
  const words = toNameWords(shortName(tool.name));
  return tool.saidEffect === "changes" || words.some((word) => HARMFUL.test(word));
}

/** Where the first word of the name stands among those that look; -1 where it does not. */
function placeOf(tool: RehearsalTool): number {
  return LOOKING.indexOf(wordsBehindServer(tool)[0] ?? "");
}

/** `listIssues`, `list-issues`, and `github_list_issues` of the server `github`: list, issues. */
function wordsBehindServer({ name }: RehearsalTool): readonly string[] {
  const server = toNameWords(name.split("__")[1] ?? "");
  const words = toNameWords(shortName(name));
  const isPrefixed = words.length > server.length && server.every((word, index) => word === words[index]);
  return isPrefixed ? words.slice(server.length) : words;
}

function toNameWords(name: string): readonly string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

function isMcp({ name }: Pick<RehearsalTool, "name">): boolean {
  return name.startsWith("mcp__");
}

/** Why none of an agent's MCP tools was called, so that nobody has to guess; empty where one was, or there is none. */
export function leftOut(situation: Situation): string {
  const tools = situation.tools.filter(isMcp);
  if (tools.length === 0 || situation.past.some(isMcp)) return "";
  const reasons = tools.slice(0, SHOWN).map((tool) => `- \`${tool.name}\` ${reasonFor(tool, situation)}`);
  const more = tools.length > SHOWN ? [`- and ${tools.length - SHOWN} more`] : [];
  return [`${situation.name} called none of its MCP tools in this rehearsal:\n`, ...reasons, ...more].join(
    "\n",
  );
}

function reasonFor(tool: RehearsalTool, situation: Situation): string {
  if (isHarmful(tool)) return "may change something; a rehearsal leaves it alone.";
  if (!isReading(tool))
    return "does not say that it only looks, by the first word of its name or as a read-only tool.";
  const known = knownFrom([], situation);
  const missing = requiredParameters(tool)
    .map(({ name }) => name)
    .filter((name) => !fillArguments(only(tool, name), known));
  return `needs ${missing.map((name) => `\`${name}\``).join(", ")}, and the task names nothing for it.`;
}

/** The tool as if it asked for one parameter alone. */
function only(tool: RehearsalTool, name: string): RehearsalTool {
  return { ...tool, inputSchema: { ...tool.inputSchema, required: [name] } };
}

function rankOf(tool: RehearsalTool): number {
  const place = placeOf(tool);
  // Of several that read, the one for text: its result can be quoted.
  return (place < 0 ? LOOKING.length : place) - (wordsBehindServer(tool).includes("text") ? 0.5 : 0);
}

/** What the last result made possible, to follow it up; else a tool that was not called yet. */
function nextCall(
  tools: readonly RehearsalTool[],
  earlier: readonly PastCall[],
  situation: Situation,
): PlannedCall | undefined {
  const before = new Set(toCalls(tools, knownFrom(earlier.slice(0, -1), situation)).map(({ name }) => name));
  const called = new Set(earlier.map(({ name }) => name));
  const calls = toCalls(tools, knownFrom(earlier, situation)).filter((call) => !wasMade(call, earlier));
  return (
    (earlier.length > 0 ? calls.find(({ name }) => !before.has(name)) : undefined) ??
    calls.find(({ name }) => !called.has(name))
  );
}

function wasMade(call: PlannedCall, earlier: readonly PastCall[]): boolean {
  return earlier.some(
    ({ name, input }) => name === call.name && JSON.stringify(input) === JSON.stringify(call.input),
  );
}

/** Where the task names several, each is looked up. */
function otherNames(
  call: PlannedCall,
  tools: readonly RehearsalTool[],
  { earlier, situation }: Lookup,
): readonly PlannedCall[] {
  const tool = tools.find(({ name }) => name === call.name);
  const known = knownFrom(earlier, situation);
  const isByName = Object.values(call.input).some((value) => known.names.some((name) => name === value));
  if (!tool || !isByName || requiredParameters(tool).length !== 1) return [];
  return known.names
    .flatMap((name) => toCalls([tool], { ...known, names: [name] }))
    .filter((other) => JSON.stringify(other.input) !== JSON.stringify(call.input));
}

interface Lookup {
  readonly earlier: readonly PastCall[];
  readonly situation: Situation;
}

/** A second file is read along when its name fits the task too. */
function secondFile(
  call: PlannedCall,
  tools: readonly RehearsalTool[],
  { earlier, situation }: Lookup,
): readonly PlannedCall[] {
  const tool = tools.find(({ name }) => name === call.name);
  const known = knownFrom(earlier, situation);
  const read = Object.values(call.input).find(
    (value): value is string => typeof value === "string" && known.files.includes(value),
  );
  const words = wordsOf(situation.task);
  const second = known.files.find((file) => file !== read && overlap(wordsOf(baseName(file)), words) > 0);
  const input =
    tool && read !== undefined && second !== undefined
      ? fillArguments(tool, { ...known, files: [second] })
      : undefined;
  return input ? [{ name: call.name, input }] : [];
}

function toCalls(tools: readonly RehearsalTool[], known: KnownValues): readonly PlannedCall[] {
  return tools.flatMap((tool) => {
    const input = fillArguments(tool, known);
    return input ? [{ name: tool.name, input }] : [];
  });
}

/** A server sees other files than the run does: only paths that it named itself, or that the task spells out, count. */
function knownFrom(earlier: readonly PastCall[], { task, persona }: Situation): KnownValues {
  const absolute = fileNamesIn(`${task}\n${persona}`).filter(
    (name) => name.startsWith("/") || name.startsWith("~"),
  );
  const known = collectKnownValues(absolute, earlier, task);
  const words = wordsOf(`${task} ${persona}`);
  const readable = known.files.filter((file) => /\.(?:md|txt|csv|tsv|json|ya?ml|log|html?)$/i.test(file));
  const score = (file: string) => overlap(wordsOf(baseName(file)), words);
  return {
    ...known,
    names: namesIn(task).slice(0, NAMES),
    files: readable.toSorted((left, right) => score(right) - score(left)),
  };
}

function baseName(file: string): string {
  return file.split("/").at(-1) ?? file;
}

function shortName(name: string): string {
  return name.split("__").slice(2).join("__") || name;
}
