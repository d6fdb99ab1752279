import type { SkillTestOutcome } from "../contract/skill-desk.ts";
import {
  judgeExample,
  type NamedExample,
  readExampleFiles,
  readExamples,
  type SkillExample,
  toTry,
} from "./skill-examples.ts";
import type { SkillRecord } from "./skill-record.ts";
import { type TryOptions, trySkill } from "./try-skill.ts";

export interface ExampleSettings {
  readonly options: TryOptions;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal;
}

/** Runs the examples of a skill and then its unit tests, one after the other. Never rejects: what goes wrong is an outcome. */
export async function* runExamples(
  skill: SkillRecord,
  settings: ExampleSettings,
): AsyncGenerator<SkillTestOutcome> {
  for (const named of await readExamples(skill)) {
    if (settings.signal?.aborted) return;
    yield await runExample(skill, named, settings);
  }
  if (settings.signal?.aborted || !hasUnitTests(skill)) return;
  const { result, durationMs } = await trySkill(skill, { kind: "tests" }, toTryCall([], settings));
  yield toOutcome("tests", result.status === "error" ? explainTests(result.message) : undefined, durationMs);
}

async function runExample(
  skill: SkillRecord,
  { file, example, problem }: NamedExample,
  settings: ExampleSettings,
): Promise<SkillTestOutcome> {
  if (!example) return toOutcome(file, `it is no example: ${problem}`, 0);
  const stale = findStale(skill, example);
  if (stale !== undefined) return toOutcome(file, stale, 0);
  try {
    const files = await readExampleFiles(skill, example);
    const tried = await trySkill(skill, toTry(skill, example), toTryCall(files, settings));
    return toOutcome(file, judgeExample(example, tried), tried.durationMs);
  } catch (error) {
    return toOutcome(file, error instanceof Error ? error.message : String(error), 0);
  }
}

/** An example of a function or a script that the skill does not have: it was renamed or replaced, and the example is left over. */
function findStale(skill: SkillRecord, example: SkillExample): string | undefined {
  const names = skill.functions.map(({ name }) => name);
  const known = `Its functions: ${names.join(", ") || "none"}.`;
  if (example.script !== undefined) {
    if (skill.files.some(({ path }) => path === example.script)) return undefined;
    return `${skill.name} has no script ${example.script}. ${LEFT_OVER}`;
  }
  if (example.function !== undefined)
    return names.includes(example.function)
      ? undefined
      : `${skill.name} has no function ${example.function}. ${known} ${LEFT_OVER}`;
  return names.length === 1 ? undefined : `it does not say which function it calls: add "function". ${known}`;
}

const LEFT_OVER = "If it was replaced, change this example or remove it.";

/** Unit tests that import what is not there any more. */
function explainTests(message: string): string {
  const isGone = /ImportError: cannot import name|ModuleNotFoundError|has no attribute/.test(message);
  return isGone ? `${message}\nIf what it imports was replaced, change the tests or remove them.` : message;
}

function toTryCall(
  files: Parameters<typeof trySkill>[2]["settings"]["files"],
  { options, timeoutSeconds, signal }: ExampleSettings,
): Parameters<typeof trySkill>[2] {
  return { options, settings: { files, timeoutSeconds, ...(signal ? { signal } : {}) } };
}

function hasUnitTests(skill: SkillRecord): boolean {
  return skill.files.some(({ path }) => /^tests\/(.*\/)?test[^/]*\.py$/.test(path));
}

function toOutcome(test: string, problem: string | undefined, durationMs: number): SkillTestOutcome {
  return { test, passed: problem === undefined, problem: problem ?? null, durationMs };
}
