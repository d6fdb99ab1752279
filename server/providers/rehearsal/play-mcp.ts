import { fillArguments } from "./fill-arguments.ts";
import { collectKnownValues, fileNamesIn, type KnownValues } from "./known-values.ts";
import { overlap, wordsOf } from "./match-words.ts";
import type { PastCall, Situation } from "./read-situation.ts";
import type { PlannedCall, RehearsalTool, RehearsalTurn } from "./rehearsal-prompt.ts";

/** Calls of MCP tools in one session: a look around, a look inside, one reading. */
const CALLS = 4;

const reading = [
  "list",
  "echo",
  "search",
  "find",
  "read",
  "describe",
  "show",
  "lookup",
  "query",
  "get",
  "directory",
  "count",
];
const harmful =
  /(?:^|[_-])(?:delete|remove|write|create|update|send|post|put|move|edit|exec|run|kill|set|env|secrets?|tokens?|passwords?|credentials?|media|image|long|trigger|toggle|simulate|subscribe)(?:[_-]|$)/;

/** Calls tools of MCP servers that only look: one to begin with, then those that its result made possible. */
export function playMcp(situation: Situation): RehearsalTurn | undefined {
  const tools = situation.tools.filter(isReading).toSorted((left, right) => rankOf(left) - rankOf(right));
  const earlier = situation.past.filter(({ name }) => name.startsWith("mcp__"));
  if (tools.length === 0 || earlier.length >= CALLS) return undefined;
  const call = earlier.length === 0 ? firstCall(tools, situation) : nextCall(tools, earlier, situation);
  if (!call) return undefined;
  const calls = [call, ...secondFile(call, tools, { earlier, situation })].slice(0, CALLS - earlier.length);
  return { text: `I look this up with ${shortName(call.name)}.`, calls };
}

function isReading({ name }: RehearsalTool): boolean {
  if (!name.startsWith("mcp__")) return false;
  const short = shortName(name).toLowerCase();
  return reading.some((verb) => short.startsWith(verb)) && !harmful.test(short);
}

function rankOf({ name }: RehearsalTool): number {
  const short = shortName(name).toLowerCase();
  // Of several that read, the one for text: its result can be quoted.
  return reading.findIndex((verb) => short.startsWith(verb)) - (short.includes("text") ? 0.5 : 0);
}

function firstCall(tools: readonly RehearsalTool[], situation: Situation): PlannedCall | undefined {
  return toCalls(tools, knownFrom([], situation))[0];
}

/** Only what could not be called before: otherwise it would call one tool after the other for no reason. */
function nextCall(
  tools: readonly RehearsalTool[],
  earlier: readonly PastCall[],
  situation: Situation,
): PlannedCall | undefined {
  const before = new Set(toCalls(tools, knownFrom(earlier.slice(0, -1), situation)).map(({ name }) => name));
  const calls = toCalls(tools, knownFrom(earlier, situation)).filter(({ name }) => !before.has(name));
  return calls.find(
    (call) =>
      !earlier.some(
        ({ name, input }) => name === call.name && JSON.stringify(input) === JSON.stringify(call.input),
      ),
  );
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
  return { ...known, files: readable.toSorted((left, right) => score(right) - score(left)) };
}

function baseName(file: string): string {
  return file.split("/").at(-1) ?? file;
}

function shortName(name: string): string {
  return name.split("__").slice(2).join("__") || name;
}
