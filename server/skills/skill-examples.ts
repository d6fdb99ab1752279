import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Json } from "../contract/json.ts";
import { jsonObjectSchema, jsonSchema } from "../contract/json-schemas.ts";
import { resultText, type ToolResult } from "../contract/tool-result.ts";
import { readInside } from "../security/read-inside.ts";
import { MAX_FILE_BYTES } from "./skill-folder.ts";
import type { SkillRecord } from "./skill-record.ts";
import { answerText, type SkillTry, type TriedFile, type TriedSkill } from "./try-skill.ts";

/** A file `examples/*.json` of a skill: a call and what has to come of it. */
export const skillExampleSchema = z
  .strictObject({
    /** For people. */
    description: z.string().optional(),
    /** May be left out by a skill with one function. */
    function: z.string().optional(),
    arguments: jsonObjectSchema.default({}),
    /** Instead of a function: a script by its path, with arguments and standard input. */
    script: z.string().optional(),
    args: z.array(z.string()).default([]),
    stdin: z.string().default(""),
    /** Texts of files in the working folder, by name. */
    files: z.record(z.string(), z.string()).default({}),
    /** Files of the skill that are put into the working folder, by their path inside the skill. */
    attach: z.array(z.string()).default([]),
    /** What it returns; of a script what it prints. Numbers may differ in the last digits. */
    expected: jsonSchema.optional(),
    /** A part of the message with which it has to fail. */
    expectedError: z.string().optional(),
    /** Names of files that it has to make. */
    expectedFiles: z.array(z.string()).default([]),
  })
  .refine(
    (example) =>
      example.expected !== undefined ||
      example.expectedError !== undefined ||
      example.expectedFiles.length > 0,
    {
      message: "It has to say what is expected: expected, expectedError or expectedFiles",
    },
  );

export type SkillExample = z.infer<typeof skillExampleSchema>;

export interface NamedExample {
  /** Path inside the skill. */
  readonly file: string;
  /** Undefined when the file is no example; `problem` says why. */
  readonly example: SkillExample | undefined;
  readonly problem: string;
}

/** The examples of a skill, by their paths. */
export async function readExamples(skill: SkillRecord): Promise<readonly NamedExample[]> {
  const files = skill.files.map(({ path }) => path).filter((path) => /^examples\/[^/]+\.json$/.test(path));
  return Promise.all(files.map((file) => readExample(skill, file)));
}

async function readExample(skill: SkillRecord, file: string): Promise<NamedExample> {
  try {
    const parsed = skillExampleSchema.safeParse(
      JSON.parse((await readInside(skill.folder, file, MAX_FILE_BYTES)).content.toString("utf8")),
    );
    if (parsed.success) return { file, example: parsed.data, problem: "" };
    return { file, example: undefined, problem: z.prettifyError(parsed.error) };
  } catch (error) {
    return { file, example: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What to run for an example. */
export function toTry(skill: SkillRecord, example: SkillExample): SkillTry {
  if (example.script !== undefined)
    return { kind: "script", path: example.script, args: example.args, stdin: example.stdin };
  const only = skill.functions.length === 1 ? skill.functions[0]?.name : undefined;
  return { kind: "function", name: example.function ?? only ?? "", arguments: example.arguments };
}

/** The files of an example. Rejects when one that it attaches is not the skill's. */
export async function readExampleFiles(
  skill: SkillRecord,
  example: SkillExample,
): Promise<readonly TriedFile[]> {
  const inline = Object.entries(example.files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  const attached = example.attach.map(async (path) => {
    if (!skill.files.some((file) => file.path === path)) throw new Error(`The skill has no file ${path}`);
    return { name: basename(path), content: (await readInside(skill.folder, path, MAX_FILE_BYTES)).content };
  });
  return [...inline, ...(await Promise.all(attached))];
}

/** Why the outcome is not what the example expects; undefined when it is. */
export function judgeExample(example: SkillExample, { result, made }: TriedSkill): string | undefined {
  if (example.expectedError !== undefined) return judgeError(example.expectedError, result);
  if (result.status !== "ok") return `it failed: ${resultMessage(result)}`;
  const isScript = example.script !== undefined;
  const actual: Json = isScript ? answerText(result) : (result.data ?? null);
  if (example.expected !== undefined && !isAsExpected(actual, example.expected))
    return `expected ${JSON.stringify(example.expected)}, got ${JSON.stringify(actual)}`;
  const missing = example.expectedFiles.filter((name) => !made.some((file) => file.name === name));
  return missing.length > 0 ? `it did not make ${missing.join(", ")}` : undefined;
}

function judgeError(expected: string, result: ToolResult): string | undefined {
  if (result.status === "ok") return `it had to fail with "${expected}", but returned ${resultText(result)}`;
  const message = resultMessage(result);
  return message.includes(expected) ? undefined : `it had to fail with "${expected}", but said: ${message}`;
}

function resultMessage(result: ToolResult): string {
  return result.status === "error"
    ? [result.message, result.hint].filter(Boolean).join(" ")
    : "it waits for something";
}

function isAsExpected(actual: Json, expected: Json): boolean {
  return isDeepStrictEqual(rounded(actual), rounded(expected));
}

/** Whole values alike, fractions to twelve digits: what differs between machines is not what an example is about. */
function rounded(value: Json): Json {
  if (typeof value === "number") return Number.isInteger(value) ? value : Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item as Json)]));
  return value;
}
