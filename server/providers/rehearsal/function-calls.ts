import { fillArguments, preferFiles, requiredParameters, roleOf } from "./fill-arguments.ts";
import { collectKnownValues, type KnownValues } from "./known-values.ts";
import { mentions } from "./match-words.ts";
import type { PastCall } from "./read-situation.ts";
import type { PlannedCall, RehearsalTool } from "./rehearsal-prompt.ts";

/** What calls of skill functions are made of. */
export interface FunctionMaterial {
  readonly functions: readonly RehearsalTool[];
  /** Files of the run and of the task. */
  readonly files: readonly string[];
  readonly text: string;
  /** Calls of these functions so far. */
  readonly earlier: readonly PastCall[];
}

/** Calls with one file, and how many more each further file allows. */
const CALLS = 4;
const CALLS_A_FILE = 2;
/** Columns that are summarised one by one where nothing told about all of them. */
const COLUMNS = 8;
const FILES = 4;

/** 0 describes, 1 sums up a whole file, 2 looks at one column, 3 groups, 4 anything else. */
export function stageOf(tool: RehearsalTool): number {
  const roles = requiredParameters(tool).map(roleOf);
  if (roles.includes("group")) return 3;
  if (roles.includes("column")) return 2;
  if (!roles.includes("file")) return 4;
  return /describe|inspect|columns|schema|preview|head|info|shape|peek|list/i.test(tool.name) ? 0 : 1;
}

/** The first function that can be called at all, those that describe before those that compute, once for each file. */
export function firstCalls(material: FunctionMaterial): readonly PlannedCall[] {
  const calls = inStages(material.functions).map((tool) => callsOf(tool, material));
  return calls.find((planned) => planned.length > 0) ?? [];
}

/** Functions that were not used yet, with what earlier results told; columns one by one only where they must be. */
export function furtherCalls(material: FunctionMaterial): readonly PlannedCall[] {
  const { functions, earlier, files } = material;
  const tried = new Set(earlier.map(({ name, input }) => signature(name, input)));
  const unused = functions.filter(({ name }) => !earlier.some((call) => call.name === name));
  const isSummedUp = unused.some((tool) => stageOf(tool) === 1) || hasFigures(material);
  const usable = inStages(unused).filter((tool) => stageOf(tool) !== 2 || !isSummedUp);
  const planned = usable.flatMap((tool) => callsOf(tool, material)).filter((call) => isNew(tried, call));
  const budget = CALLS + CALLS_A_FILE * Math.max(0, Math.min(files.length, FILES) - 1) - earlier.length;
  const columns = planned.filter((call) =>
    usable.some((tool) => tool.name === call.name && stageOf(tool) === 2),
  );
  return planned.slice(0, Math.max(budget, Math.min(columns.length, COLUMNS)));
}

function inStages(functions: readonly RehearsalTool[]): readonly RehearsalTool[] {
  return functions.toSorted((left, right) => stageOf(left) - stageOf(right));
}

/** Whether some result already told sums or means of every numeric column. */
function hasFigures({ earlier, files, text }: FunctionMaterial): boolean {
  const results = earlier.filter(
    ({ isError, text: result }) => !isError && /"(?:mean|average|avg|sum|total)"/i.test(result),
  );
  const { numericColumns } = collectKnownValues(files, earlier, text);
  return (
    results.length > 0 &&
    numericColumns.every((column) => results.some((result) => result.text.includes(JSON.stringify(column))))
  );
}

function callsOf(tool: RehearsalTool, material: FunctionMaterial): readonly PlannedCall[] {
  const parameter = requiredParameters(tool).find((candidate) => roleOf(candidate) === "file");
  const everything = collectKnownValues(material.files, material.earlier, material.text);
  if (!parameter || parameter.schema["type"] === "array") return variants(tool, everything);
  const files = preferFiles(material.files, parameter, material.text).filter(
    (file) => !hasFailed(file, material.earlier),
  );
  return files.slice(0, FILES).flatMap((file) => variants(tool, knownAbout(file, material)));
}

/** What is known about one file: columns of another one are none of its. */
function knownAbout(file: string, { earlier, text }: FunctionMaterial): KnownValues {
  const about = earlier.filter(({ input }) => JSON.stringify(input).includes(JSON.stringify(file)));
  return { ...collectKnownValues([file], about, text), files: [file] };
}

function hasFailed(file: string, earlier: readonly PastCall[]): boolean {
  const about = earlier.filter(({ input }) => JSON.stringify(input).includes(JSON.stringify(file)));
  return about.length > 0 && about.every(({ isError }) => isError);
}

/** One call, or one for each column that the function is to be called with. */
function variants(tool: RehearsalTool, known: KnownValues): readonly PlannedCall[] {
  return columnsFor(stageOf(tool), known).flatMap((columns) => {
    const input = fillArguments(tool, { ...known, ...columns });
    return input ? [{ name: tool.name, input }] : [];
  });
}

type Columns = Partial<Pick<KnownValues, "columns" | "numericColumns">>;

function columnsFor(stage: number, { columns, numericColumns, text }: KnownValues): readonly Columns[] {
  if (stage === 2) {
    const each = numericColumns.length > 0 ? numericColumns : columns;
    return each.slice(0, COLUMNS).map((column) => ({ columns: [column], numericColumns: [column] }));
  }
  // Groups: of each numeric column that the task speaks of, two at most; else of whichever comes first.
  const spokenOf = stage === 3 ? numericColumns.filter((column) => isSpokenOf(text, column)).slice(0, 2) : [];
  if (spokenOf.length === 0) return [{}];
  const texts = columns.filter((column) => !numericColumns.includes(column));
  return spokenOf.map((column) => ({ columns: [...texts, column], numericColumns: [column] }));
}

/** A task says "revenue" where the table says revenue_eur. */
function isSpokenOf(text: string, column: string): boolean {
  return mentions(text, column) || (column.length > 3 && mentions(text, column.split(/[_ ]/)[0] ?? column));
}

/** Whether a call was not made or planned before; from now on it was. */
function isNew(tried: Set<string>, { name, input }: PlannedCall): boolean {
  const before = tried.size;
  return tried.add(signature(name, input)).size > before;
}

function signature(name: string, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`;
}
