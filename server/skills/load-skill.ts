import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { SkillFinding } from "../contract/api.ts";
import { checkManual } from "./check-manual.ts";
import { parseManual } from "./front-matter.ts";
import type { PythonAnalyser, PythonFile } from "./python-analyser.ts";
import type { SkillFolder } from "./skill-folder.ts";
import type { SkillRecord, SkillRoot } from "./skill-record.ts";

const MAX_NAME = 64;
const MAX_MANUAL_BYTES = 512_000;
const MAX_PYTHON_BYTES = 1_000_000;
const MAX_PYTHON_FILES = 100;

export interface LoadedSkill {
  readonly record: SkillRecord;
  /** False when the analysis of its Python failed for a reason that may pass. */
  readonly isComplete: boolean;
}

/** Reads a skill's files and makes its record. Rejects only when the disk fails; a broken skill is a record with findings. */
export async function loadSkill(
  root: SkillRoot,
  name: string,
  parts: { folder: SkillFolder; analyser: PythonAnalyser },
): Promise<LoadedSkill> {
  const { folder, analyser } = parts;
  const contents = await readContents(folder);
  const manual = readManual(folder, contents, name);
  const python = pythonFiles(contents);
  const analysis = await analyser.analyse(python.files);
  const findings = [
    ...folder.findings,
    ...nameFindings(name),
    ...manual.findings,
    ...python.findings,
    ...analysis.findings,
  ];
  const record: SkillRecord = {
    name,
    description: manual.description,
    root: root.label,
    folder: folder.path,
    revision: revisionOf(contents),
    isUsable: manual.description !== "" && name.length <= MAX_NAME,
    findings,
    body: manual.body,
    files: folder.files,
    functions: analysis.functions,
  };
  return { record, isComplete: analysis.isComplete };
}

function nameFindings(name: string): readonly SkillFinding[] {
  if (name.length <= MAX_NAME) return [];
  const message = `The folder's name has ${name.length} characters; a skill's name may have ${MAX_NAME}. Rename the folder.`;
  return [{ level: "error", rule: "name-long", message }];
}

type Contents = ReadonlyMap<string, Buffer>;

async function readContents(folder: SkillFolder): Promise<Contents> {
  const contents = new Map<string, Buffer>();
  for (const { path } of folder.files) {
    // A file that vanished meanwhile is not part of this revision.
    const content = await readFile(join(folder.path, path)).catch(() => undefined);
    if (content) contents.set(path, content);
  }
  return contents;
}

function revisionOf(contents: Contents): string {
  const hash = createHash("sha256");
  for (const [path, content] of contents) hash.update(`${path}\0${content.byteLength}\0`).update(content);
  return hash.digest("hex");
}

interface Manual {
  readonly description: string;
  readonly body: string;
  readonly findings: readonly SkillFinding[];
}

function readManual(folder: SkillFolder, contents: Contents, name: string): Manual {
  const none = (rule: string, message: string): Manual => ({
    description: "",
    body: "",
    findings: [{ level: "error", rule, message }],
  });
  const file = contents.has("SKILL.md")
    ? "SKILL.md"
    : [...contents.keys()].find((path) => path.toLowerCase() === "skill.md");
  if (file === undefined) {
    const nested = folder.files.find((one) => basename(one.path) === "SKILL.md");
    const advice = nested ? ` There is one in ${nested.path}: move that folder up.` : "";
    return none("manual-missing", `The folder has no SKILL.md.${advice}`);
  }
  const content = contents.get(file) ?? Buffer.alloc(0);
  if (content.byteLength > MAX_MANUAL_BYTES)
    return none("manual-large", `${file} is larger than ${MAX_MANUAL_BYTES / 1_000} kB.`);
  const parsed = parseManual(content.toString("utf8"), file);
  const checked = checkManual(parsed, name, file);
  const spelling: SkillFinding[] =
    file === "SKILL.md"
      ? []
      : [
          {
            level: "warning",
            rule: "manual-spelling",
            message: `The file has to be called SKILL.md; most readers do not find "${file}".`,
            file,
          },
        ];
  return {
    description: checked.description,
    body: parsed.body,
    findings: [...spelling, ...parsed.findings, ...checked.findings],
  };
}

function pythonFiles(contents: Contents): {
  files: readonly PythonFile[];
  findings: readonly SkillFinding[];
} {
  const files: PythonFile[] = [];
  const findings: SkillFinding[] = [];
  for (const [path, content] of contents) {
    if (!path.endsWith(".py")) continue;
    const problem = pythonProblem(content, files.length);
    if (problem)
      findings.push({
        level: "warning",
        rule: "python-left-out",
        message: `${path} is not read for functions: ${problem}.`,
        file: path,
      });
    else files.push({ path, text: content.toString("utf8") });
  }
  return { files, findings };
}

function pythonProblem(content: Buffer, count: number): string | undefined {
  if (count >= MAX_PYTHON_FILES) return `a skill may have ${MAX_PYTHON_FILES} Python files`;
  if (content.byteLength > MAX_PYTHON_BYTES) return "it is larger than 1 MB";
  return undefined;
}
