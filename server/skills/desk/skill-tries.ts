import { z } from "zod";
import { AppError } from "../../contract/app-error.ts";
import {
  MAX_TRY_FILE,
  MAX_TRY_FILES,
  type SaveExampleInput,
  type SkillExampleSummary,
  type SkillTestOutcome,
  type SkillTryOutcome,
  type TryFile,
  type TrySkillInput,
} from "../../contract/skill-desk.ts";
import { resolveInside } from "../../security/resolve-inside.ts";
import { runExamples } from "../run-examples.ts";
import { type NamedExample, readExamples, skillExampleSchema, toTry } from "../skill-examples.ts";
import type { SkillRecord } from "../skill-record.ts";
import { answerText, type TriedFile, type TriedSkill, type TryOptions, trySkill } from "../try-skill.ts";
import { writeNewFile } from "../write-new-file.ts";
import type { FoundSkills } from "./found-skills.ts";

/**
 * Skills as their authors try them: each call as an agent's, without agent, run and database. There is no vault either: a skill
 * that declares secrets says so instead.
 */
export interface SkillTries {
  /** A call that fails is an outcome. Throws `not_found`, and `invalid` for a skill that does not load. */
  run(input: TrySkillInput, signal: AbortSignal): Promise<SkillTryOutcome>;
  examples(name: string): Promise<readonly SkillExampleSummary[]>;
  /** Runs all examples and the unit tests; each outcome comes when it is known. */
  test(name: string, signal: AbortSignal): AsyncIterable<SkillTestOutcome>;
  /** Durable before it resolves. Throws `invalid` for what is no example, `conflict` for a name that is taken. */
  save(input: SaveExampleInput): Promise<{ readonly file: string }>;
}

const EXAMPLE_SECONDS = 120;

export function createSkillTries(skills: FoundSkills, options: TryOptions): SkillTries {
  return {
    async run(input, signal) {
      const skill = await skills.usable(input.name);
      const files: readonly TriedFile[] = input.files.map(({ name, base64 }) => ({
        name: toPlainName(name),
        content: Buffer.from(base64, "base64"),
      }));
      const what = { kind: "function", name: input.function, arguments: input.arguments } as const;
      const settings = { files, timeoutSeconds: input.timeoutSeconds, signal };
      return toTryOutcome(await trySkill(skill, what, { options, settings }));
    },
    async examples(name) {
      const skill = await skills.any(name);
      return (await readExamples(skill)).map((named) => toSummary(skill, named));
    },
    async *test(name, signal) {
      const skill = await skills.usable(name);
      yield* runExamples(skill, { options, timeoutSeconds: EXAMPLE_SECONDS, signal });
    },
    async save({ name, example, content }) {
      const skill = await skills.changeable(name);
      const parsed = skillExampleSchema.safeParse(content);
      if (!parsed.success) throw new AppError("invalid", z.prettifyError(parsed.error));
      const file = `examples/${example}.json`;
      const isKnown = skill.files.some(({ path }) => path.toLowerCase() === file);
      const text = `${JSON.stringify(content, null, 2)}\n`;
      if (isKnown || !(await writeNewFile(await resolveInside(skill.folder, file), text)))
        throw new AppError("conflict", `${name} has an example ${example} already. Choose another name.`);
      return { file };
    },
  };
}

function toPlainName(name: string): string {
  if (/[/\\\0]/.test(name) || name.startsWith("."))
    throw new AppError("invalid", `${name} is no plain name of a file.`);
  return name;
}

function toTryOutcome({ result, logs, durationMs, peakMemory, made }: TriedSkill): SkillTryOutcome {
  const isOk = result.status === "ok";
  const failed =
    result.status === "error"
      ? { message: result.message, hint: result.hint ?? "" }
      : { message: "It waits for something, which a try cannot give.", hint: "" };
  return {
    isOk,
    output: isOk ? answerText(result) : "",
    data: isOk ? (result.data ?? null) : null,
    problem: isOk ? null : failed,
    logs,
    durationMs,
    peakMemory,
    files: toTryFiles(made),
  };
}

/** As many as a page can take, in order; of the others their names and sizes. */
function toTryFiles(made: readonly TriedFile[]): readonly TryFile[] {
  let room = MAX_TRY_FILES;
  return made.map(({ name, content }) => {
    const size = content.byteLength;
    const isShown = size <= MAX_TRY_FILE && size <= room;
    if (isShown) room -= size;
    return { name, size, base64: isShown ? Buffer.from(content).toString("base64") : null };
  });
}

function toSummary(skill: SkillRecord, { file, example, problem }: NamedExample): SkillExampleSummary {
  if (!example) return { file, description: "", calls: "", files: {}, problem };
  const what = toTry(skill, example);
  const calls = what.kind === "function" ? what.name : (example.script ?? "");
  const summary = { file, description: example.description ?? "", calls, files: example.files, problem: "" };
  return what.kind === "function" ? { ...summary, arguments: what.arguments } : summary;
}
