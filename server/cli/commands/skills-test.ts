import type { SkillTestOutcome } from "../../contract/skill-desk.ts";
import { type ExampleSettings, runExamples } from "../../skills/run-examples.ts";
import type { SkillRecord } from "../../skills/skill-record.ts";
import { openLocalSkills } from "../local-skills.ts";
import type { Output } from "../output.ts";
import { ownCommand } from "../own-command.ts";
import { withTrySecrets } from "../with-try-secrets.ts";

export interface TestOptions {
  readonly json: boolean;
  /** Paths or names. */
  readonly skills: readonly string[];
  readonly timeout: number;
}

/** Runs the examples and unit tests of skills. Exit code 0 all pass, 1 one does not or there are none, 2 a skill does not load. */
export async function testSkills({ skills, json, timeout }: TestOptions, output: Output): Promise<number> {
  const local = openLocalSkills();
  const records: SkillRecord[] = [];
  for (const name of skills) records.push((await local.open(name)).record);
  return withTrySecrets(local, { skills: records, output }, (tries) =>
    testAll(records, { json, output: tries.output, options: tries.options, timeoutSeconds: timeout }),
  );
}

interface Testing extends ExampleSettings {
  readonly json: boolean;
  readonly output: Output;
}

async function testAll(
  records: readonly SkillRecord[],
  { json, output, ...settings }: Testing,
): Promise<number> {
  let exitCode = 0;
  for (const record of records) {
    const outcomes = record.isUsable ? await collect(runExamples(record, settings)) : [];
    const passed = outcomes.filter((outcome) => outcome.passed).length;
    if (json)
      output.print(JSON.stringify({ name: record.name, loads: record.isUsable, passed, tests: outcomes }));
    else print(record, outcomes, output);
    const isGood = outcomes.length > 0 && passed === outcomes.length;
    exitCode = Math.max(exitCode, record.isUsable ? (isGood ? 0 : 1) : 2);
  }
  return exitCode;
}

async function collect(outcomes: AsyncIterable<SkillTestOutcome>): Promise<readonly SkillTestOutcome[]> {
  const all: SkillTestOutcome[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
}

function print(skill: SkillRecord, outcomes: readonly SkillTestOutcome[], output: Output): void {
  for (const { test, passed, problem, durationMs } of outcomes)
    output.print(
      `${passed ? "pass" : "FAIL"}  ${skill.name} ${test} (${durationMs} ms)${problem === null ? "" : `\n      ${problem.replaceAll("\n", "\n      ")}`}`,
    );
  if (!skill.isUsable)
    output.tell(`${skill.name} does not load: ${ownCommand()} skills validate ${skill.name} says why.`);
  else if (outcomes.length === 0)
    output.tell(`${skill.name} has no examples: add examples/NAME.json with arguments and expected.`);
}
