import type { SkillFinding } from "../contract/api.ts";
import { toVisibleName } from "../contract/visible-text.ts";
import { checkFiles } from "./check-files.ts";
import { MAX_SKILL_NAME, SKILL_NAME } from "./check-manual.ts";
import { decodeText } from "./decode-text.ts";
import type { PythonAnalyser, PythonFile } from "./python-analyser.ts";
import { readManual } from "./read-manual.ts";
import { readContents, revisionOf, type SkillContents } from "./skill-contents.ts";
import type { SkillFolder } from "./skill-folder.ts";
import type { SkillRecord, SkillRoot } from "./skill-record.ts";

const MAX_PYTHON_BYTES = 1_000_000;
const MAX_PYTHON_FILES = 200;

export interface LoadedSkill {
  readonly record: SkillRecord;
  /** False when the analysis of its Python failed for a reason that may pass. */
  readonly isComplete: boolean;
}

/** Reads a skill's files and makes its record. Rejects only when the disk fails; a broken skill is a record with findings. */
export async function loadSkill(
  root: Pick<SkillRoot, "label">,
  name: string,
  parts: { folder: SkillFolder; analyser: PythonAnalyser },
): Promise<LoadedSkill> {
  const { folder, analyser } = parts;
  const contents = await readContents(folder);
  const manual = readManual(contents, name);
  const python = pythonFiles(contents);
  const analysis = await analyser.analyse(python.files);
  const findings = [
    ...folder.findings,
    ...nameFindings(name, manual.findings),
    ...manual.findings,
    ...checkFiles(contents, manual),
    ...python.findings,
    ...analysis.findings,
  ];
  const record: SkillRecord = {
    name,
    description: manual.description,
    root: root.label,
    folder: folder.path,
    revision: revisionOf(contents),
    networkHosts: manual.networkHosts,
    secrets: manual.secrets,
    isUsable: manual.description !== "" && !isHidden(name),
    findings,
    body: manual.body,
    files: folder.files,
    functions: analysis.functions,
    requirements: analysis.requirements,
  };
  return { record, isComplete: analysis.isComplete };
}

/** A name is shown to people and models: both have to see what is there. */
function isHidden(name: string): boolean {
  return toVisibleName(name) !== name;
}

function nameFindings(name: string, ofManual: readonly SkillFinding[]): readonly SkillFinding[] {
  if (isHidden(name)) {
    const message = `The folder's name, ${toVisibleName(name)}, holds characters that nobody sees. Rename the folder.`;
    return [{ level: "error", rule: "name-hidden", message }];
  }
  const isTold = ofManual.some(({ rule }) => rule === "name-form");
  if (!SKILL_NAME.test(name) && name.length <= MAX_SKILL_NAME && !isTold) {
    const message = `The folder's name, ${name}, is the skill's; it should be small letters, digits and single hyphens. Rename the folder.`;
    return [{ level: "warning", rule: "name-form", message }];
  }
  if (name.length <= MAX_SKILL_NAME) return [];
  const message = `The folder's name has ${name.length} characters; a skill's name may have ${MAX_SKILL_NAME}. Rename the folder.`;
  return [{ level: "warning", rule: "name-long", message }];
}

interface PythonFiles {
  readonly files: readonly PythonFile[];
  readonly findings: readonly SkillFinding[];
}

/** The files that the analysis reads: Python, and the list of the packages it needs. */
function pythonFiles(contents: SkillContents): PythonFiles {
  const files: PythonFile[] = [];
  const findings: SkillFinding[] = [];
  for (const [path, content] of contents) {
    if (!path.endsWith(".py") && !/(^|\/)requirements\.txt$/.test(path)) continue;
    const problem = pythonProblem(content, files.length);
    if (problem) {
      const message = `${path} is not read for functions: ${problem}.`;
      findings.push({ level: "warning", rule: "python-left-out", message, file: path });
    } else files.push({ path, text: decodeText(content).text });
  }
  return { files, findings };
}

function pythonProblem(content: Buffer, count: number): string | undefined {
  if (count >= MAX_PYTHON_FILES) return `a skill may have ${MAX_PYTHON_FILES} Python files`;
  if (content.byteLength > MAX_PYTHON_BYTES) return "it is larger than 1 MB";
  return undefined;
}
