import { fillArguments, type Parameter, preferFiles, requiredParameters, roleOf } from "./fill-arguments.ts";
import { collectKnownValues, fileNamesIn, type KnownValues } from "./known-values.ts";
import { overlap, wordsOf } from "./match-words.ts";
import type { ListedSkill, PastCall, Situation } from "./read-situation.ts";
import type { PlannedCall, RehearsalTool, RehearsalTurn } from "./rehearsal-prompt.ts";

/** Calls of skill functions in a session with one file, and how many more each further file allows. */
const CALLS = 4;
const CALLS_A_FILE = 2;
/** Turns in which functions are called. */
const ROUNDS = 3;
/** Columns that are summarised one by one where no function takes the whole table. */
const COLUMNS = 8;
const FILES = 4;

const builtIns =
  /^(?:ask_user|activate_skill|list_skill_files|read_skill_file|run_skill_script|set_todos|add_todo|complete_todo|search_history|read_history_entry|db_\w+)$/;
/** Tools behind the functions of skills: executables, custom ones, those of servers, delegation. */
const others = /^(?:tb__|custom_|plugin_|mcp__|delegate_)/;
const harmful = /(?:^|_)(?:delete|remove|drop|overwrite|truncate|kill|send|post)(?:_|$)/;

/** Opens the skill that fits the task best, once. */
export function playActivation({
  task,
  persona,
  skills,
  activeSkills,
  tools,
  past,
}: Situation): RehearsalTurn | undefined {
  if (!tools.some(({ name }) => name === "activate_skill") || activeSkills.size > 0) return undefined;
  if (past.some(({ name }) => name === "activate_skill")) return undefined;
  const skill = bestSkill(skills, `${task}\n${persona}`);
  if (!skill) return undefined;
  return {
    text: `The skill ${skill.name} fits this task; I open its manual.`,
    calls: [{ name: "activate_skill", input: { name: skill.name } }],
  };
}

function bestSkill(skills: readonly ListedSkill[], text: string): ListedSkill | undefined {
  const words = wordsOf(text);
  const score = ({ name, line }: ListedSkill) => overlap(wordsOf(`${name} ${line}`), words);
  return skills.toSorted((left, right) => score(right) - score(left))[0];
}

/** Calls the functions of the opened skill: first those that describe, then those that use what was found. */
export function playFunctions(situation: Situation): RehearsalTurn | undefined {
  const functions = skillFunctions(situation);
  if (functions.length === 0) return undefined;
  const earlier = situation.past.filter((call) => functions.some(({ name }) => name === call.name));
  const rounds = new Set(earlier.map(({ turn }) => turn)).size;
  if (rounds >= ROUNDS) return undefined;
  const known = knownForSkills(situation);
  const calls = rounds === 0 ? firstRound(functions, known) : laterRound({ functions, known, earlier });
  if (calls.length === 0) return undefined;
  return { text: sentenceFor(calls, rounds), calls };
}

/** The functions that activation added to the array: they stand behind the built-in tools. */
export function skillFunctions({ tools, activeSkills }: Situation): readonly RehearsalTool[] {
  if (activeSkills.size === 0) return [];
  const lastBuiltIn = tools.findLastIndex(({ name }) => builtIns.test(name));
  return tools.slice(lastBuiltIn + 1).filter(({ name }) => !others.test(name) && !harmful.test(name));
}

/** 0 describes, 1 sums up a whole file, 2 looks at one column, 3 groups, 4 anything else. */
export function stageOf(tool: RehearsalTool): number {
  const roles = requiredParameters(tool).map(roleOf);
  if (roles.includes("group")) return 3;
  if (roles.includes("column")) return 2;
  if (!roles.includes("file")) return 4;
  return /describe|inspect|columns|schema|preview|head|info|shape|peek|list/i.test(tool.name) ? 0 : 1;
}

function knownForSkills({ task, attachments, past }: Situation): KnownValues {
  return collectKnownValues([...new Set([...attachments, ...fileNamesIn(task)])], past, task);
}

function firstRound(functions: readonly RehearsalTool[], known: KnownValues): readonly PlannedCall[] {
  for (const tool of functions.toSorted((left, right) => stageOf(left) - stageOf(right))) {
    const calls = callsPerFile(tool, known);
    if (calls.length > 0) return calls;
  }
  return [];
}

interface LaterRound {
  readonly functions: readonly RehearsalTool[];
  readonly known: KnownValues;
  readonly earlier: readonly PastCall[];
}

function laterRound({ functions, known, earlier }: LaterRound): readonly PlannedCall[] {
  const tried = new Set(earlier.map(({ name, input }) => signature(name, input)));
  const hasOverview = functions.some(
    (tool) => stageOf(tool) === 1 && !earlier.some(({ name, isError }) => name === tool.name && isError),
  );
  const files = new Set(known.files).size;
  const budget = CALLS + CALLS_A_FILE * Math.max(0, Math.min(files, FILES) - 1) - earlier.length;
  const planned = functions
    .toSorted((left, right) => stageOf(left) - stageOf(right))
    .flatMap((tool) =>
      candidates(tool, known, { hasOverview, wasUsed: earlier.some(({ name }) => name === tool.name) }),
    )
    .filter((call) => !tried.has(signature(call.name, call.input)));
  const singles = planned.filter((call) =>
    functions.some((tool) => tool.name === call.name && stageOf(tool) === 2),
  );
  return planned.slice(0, Math.max(budget, hasOverview ? 0 : Math.min(singles.length, COLUMNS)));
}

function candidates(
  tool: RehearsalTool,
  known: KnownValues,
  { hasOverview, wasUsed }: { readonly hasOverview: boolean; readonly wasUsed: boolean },
): readonly PlannedCall[] {
  if (stageOf(tool) === 2) return hasOverview || wasUsed ? [] : callsPerColumn(tool, known);
  // What was tried before with other arguments did what it could.
  return wasUsed ? [] : callsPerFile(tool, known);
}

function callsPerFile(tool: RehearsalTool, known: KnownValues): readonly PlannedCall[] {
  const fileParameter = requiredParameters(tool).find((parameter) => roleOf(parameter) === "file");
  if (!fileParameter || fileParameter.schema["type"] === "array") return one(tool, known);
  return filesFor(fileParameter, known).flatMap((file) => one(tool, { ...known, files: [file] }));
}

function callsPerColumn(tool: RehearsalTool, known: KnownValues): readonly PlannedCall[] {
  const columns = known.numericColumns.length > 0 ? known.numericColumns : known.columns;
  return columns
    .slice(0, COLUMNS)
    .flatMap((column) => one(tool, { ...known, columns: [column], numericColumns: [column] }));
}

function filesFor(parameter: Parameter, known: KnownValues): readonly string[] {
  const preferred = preferFiles(known.files, parameter, known.text);
  return preferred.filter((file) => !file.startsWith("result.")).slice(0, FILES);
}

function one(tool: RehearsalTool, known: KnownValues): readonly PlannedCall[] {
  const input = fillArguments(tool, known);
  return input ? [{ name: tool.name, input }] : [];
}

function signature(name: string, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`;
}

function sentenceFor(calls: readonly PlannedCall[], rounds: number): string {
  const names = [...new Set(calls.map(({ name }) => name))].join(", ");
  return rounds === 0 ? `First a look at what there is: ${names}.` : `Now the figures themselves: ${names}.`;
}
