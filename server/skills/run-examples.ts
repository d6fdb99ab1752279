import type { SkillTestOutcome } from "../contract/skill-desk.ts";
import { judgeExample, type NamedExample, readExampleFiles, readExamples, toTry } from "./skill-examples.ts";
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
  yield toOutcome("tests", result.status === "error" ? result.message : undefined, durationMs);
}

async function runExample(
  skill: SkillRecord,
  { file, example, problem }: NamedExample,
  settings: ExampleSettings,
): Promise<SkillTestOutcome> {
  if (!example) return toOutcome(file, `it is no example: ${problem}`, 0);
  try {
    const files = await readExampleFiles(skill, example);
    const tried = await trySkill(skill, toTry(skill, example), toTryCall(files, settings));
    return toOutcome(file, judgeExample(example, tried), tried.durationMs);
  } catch (error) {
    return toOutcome(file, error instanceof Error ? error.message : String(error), 0);
  }
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
