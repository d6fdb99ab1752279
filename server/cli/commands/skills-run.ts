import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import type { JsonObject } from "../../contract/json.ts";
import { jsonObjectSchema } from "../../contract/json-schemas.ts";
import { toolError } from "../../contract/tool-result.ts";
import {
  answerText,
  type SkillTry,
  type TriedFile,
  type TriedSkill,
  trySkill,
} from "../../skills/try-skill.ts";
import { openLocalSkills } from "../local-skills.ts";
import type { Output } from "../output.ts";
import { ownCommand } from "../own-command.ts";
import { withTrySecrets } from "../with-try-secrets.ts";

export interface RunSkillOptions {
  readonly json: boolean;
  readonly skill: string;
  /** A function, or a script by its path inside the skill. */
  readonly what: string;
  /** Of a script. */
  readonly args: readonly string[];
  /** Of a function: a JSON object, or @FILE. */
  readonly arguments: string;
  readonly attach: readonly string[];
  readonly stdin: string;
  /** Folder for the files that it makes. */
  readonly out: string | undefined;
  readonly timeout: number;
}

/** Runs a function or a script of a skill as an agent's call would. Exit code 0 done, 1 failed, 2 the skill does not load. */
export async function runSkill(options: RunSkillOptions, output: Output): Promise<number> {
  const local = openLocalSkills();
  const { record } = await local.open(options.skill);
  if (!record.isUsable) {
    const message = `${record.name} does not load: ${ownCommand()} skills validate ${options.skill} says why.`;
    output.tell(message);
    const result = toolError("unavailable", message);
    if (options.json) output.print(JSON.stringify({ result, logs: "", durationMs: 0, files: [] }));
    return 2;
  }
  const isScript = record.files.some((file) => file.path === options.what.replace(/^\.\//, ""));
  const what: SkillTry = isScript
    ? { kind: "script", path: options.what, args: options.args, stdin: options.stdin }
    : { kind: "function", name: options.what, arguments: await readArguments(options.arguments) };
  const settings = { files: await readFiles(options.attach), timeoutSeconds: options.timeout };
  return withTrySecrets(local, { skills: [record], output }, async (tries) => {
    const tried = await trySkill(record, what, { options: tries.options, settings });
    return report(tried, { options, output: tries.output, isScript });
  });
}

interface Reporting {
  readonly options: RunSkillOptions;
  readonly output: Output;
  readonly isScript: boolean;
}

async function report(tried: TriedSkill, { options, output, isScript }: Reporting): Promise<number> {
  if (options.out !== undefined) await saveFiles(options.out, tried.made);
  if (options.json) {
    const files = tried.made.map(({ name, content }) => ({ name, size: content.byteLength }));
    output.print(
      JSON.stringify({ result: tried.result, logs: tried.logs, durationMs: tried.durationMs, files }),
    );
  } else show(tried, output, isScript);
  return tried.result.status === "ok" ? 0 : 1;
}

/** A script's output is its answer; what a function prints is beside it. */
function show({ result, logs, made }: TriedSkill, output: Output, isScript: boolean): void {
  if (result.status === "ok") output.print(answerText(result));
  else
    output.tell(
      result.status === "error" ? [result.message, result.hint ?? ""].join("\n").trim() : "It waits.",
    );
  if (!isScript && logs !== "") output.tell(logs.trimEnd());
  for (const { name, content } of made) output.tell(`made ${name} (${content.byteLength} bytes)`);
}

async function readArguments(text: string): Promise<JsonObject> {
  const source = text.startsWith("@") ? (await readGiven(text.slice(1))).toString("utf8") : text;
  try {
    return jsonObjectSchema.parse(JSON.parse(source));
  } catch (error) {
    throw new AppError(
      "invalid",
      'The arguments have to be one JSON object, such as \'{"path": "data.csv"}\'.',
      {
        cause: error,
      },
    );
  }
}

function readFiles(paths: readonly string[]): Promise<readonly TriedFile[]> {
  return Promise.all(paths.map(async (path) => ({ name: basename(path), content: await readGiven(path) })));
}

async function readGiven(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read (${code}).`;
    throw new AppError(code === "ENOENT" ? "not_found" : "invalid", message, { cause: error });
  }
}

/** Names of made files are plain names already. */
async function saveFiles(folder: string, files: readonly TriedFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, content } of files) await writeFile(join(folder, name), content);
}
