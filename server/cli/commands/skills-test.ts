import { judgeExample, readExampleFiles, readExamples, toTry } from "../../skills/skill-examples.ts";
import type { SkillRecord } from "../../skills/skill-record.ts";
import { type TryOptions, trySkill } from "../../skills/try-skill.ts";
import { openLocalSkills } from "../local-skills.ts";
import type { Output } from "../output.ts";
import { toTryOptions } from "../try-options.ts";

export interface TestOptions {
  readonly json: boolean;
  /** Paths or names. */
  readonly skills: readonly string[];
  readonly timeout: number;
}

interface Outcome {
  readonly test: string;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly problem: string | null;
  readonly durationMs: number;
}

/** Runs the examples and unit tests of skills. Exit code 0 all pass, 1 one does not or there are none, 2 a skill does not load. */
export async function testSkills({ skills, json, timeout }: TestOptions, output: Output): Promise<number> {
  const local = openLocalSkills();
  let exitCode = 0;
  for (const name of skills) {
    const { record } = await local.open(name);
    const outcomes = record.isUsable ? await testSkill(record, toTryOptions(local), timeout) : [];
    const passed = outcomes.filter((outcome) => outcome.passed).length;
    if (json)
      output.print(JSON.stringify({ name: record.name, loads: record.isUsable, passed, tests: outcomes }));
    else print(record, outcomes, output);
    const isGood = outcomes.length > 0 && passed === outcomes.length;
    exitCode = Math.max(exitCode, record.isUsable ? (isGood ? 0 : 1) : 2);
  }
  return exitCode;
}

async function testSkill(
  skill: SkillRecord,
  options: TryOptions,
  timeoutSeconds: number,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { file, example, problem } of await readExamples(skill)) {
    if (!example) {
      outcomes.push({ test: file, passed: false, problem: `it is no example: ${problem}`, durationMs: 0 });
      continue;
    }
    try {
      const files = await readExampleFiles(skill, example);
      const tried = await trySkill(skill, toTry(skill, example), {
        options,
        settings: { files, timeoutSeconds },
      });
      outcomes.push(toOutcome(file, judgeExample(example, tried), tried.durationMs));
    } catch (error) {
      outcomes.push(toOutcome(file, error instanceof Error ? error.message : String(error), 0));
    }
  }
  if (skill.files.some(({ path }) => /^tests\/(.*\/)?test[^/]*\.py$/.test(path))) {
    const settings = { files: [], timeoutSeconds };
    const { result, durationMs } = await trySkill(skill, { kind: "tests" }, { options, settings });
    outcomes.push(toOutcome("tests", result.status === "error" ? result.message : undefined, durationMs));
  }
  return outcomes;
}

function toOutcome(test: string, problem: string | undefined, durationMs: number): Outcome {
  return { test, passed: problem === undefined, problem: problem ?? null, durationMs };
}

function print(skill: SkillRecord, outcomes: readonly Outcome[], output: Output): void {
  for (const { test, passed, problem, durationMs } of outcomes)
    output.print(
      `${passed ? "pass" : "FAIL"}  ${skill.name} ${test} (${durationMs} ms)${problem === null ? "" : `\n      ${problem.replaceAll("\n", "\n      ")}`}`,
    );
  if (!skill.isUsable)
    output.tell(`${skill.name} does not load: openhive skills validate ${skill.name} says why.`);
  else if (outcomes.length === 0)
    output.tell(`${skill.name} has no examples: add examples/NAME.json with arguments and expected.`);
}
