import { rename } from "node:fs/promises";
import { join } from "node:path";
import { readInside } from "../security/read-inside.ts";
import { hasWindowsShebang } from "./check-files.ts";
import { decodeText } from "./decode-text.ts";
import { mendManual } from "./mend-manual.ts";
import { findManual } from "./read-manual.ts";
import { replaceFile } from "./replace-file.ts";
import { MAX_FILE_BYTES, type SkillFolder } from "./skill-folder.ts";

/** One thing that was mended, or would be. */
export interface SkillMend {
  readonly rule: string;
  /** Path inside the skill's folder, as it was. */
  readonly file: string;
  /** What the mend does, as a sentence. */
  readonly mend: string;
}

/** What becomes of one file. */
export interface FileMend {
  /** Path inside the skill's folder, as it is. */
  readonly file: string;
  /** Where it gets another name. */
  readonly newName: string | null;
  readonly before: Buffer;
  readonly after: Buffer;
}

export interface PlannedMends {
  readonly mends: readonly SkillMend[];
  readonly changes: readonly FileMend[];
}

/**
 * Mends what is safe to mend in a skill's folder: the frame and the fields of its manual, the spelling of the manual's file
 * and the line endings of scripts. Each file is replaced whole or not at all. With `isDryRun` it only says what it would do.
 */
export async function fixSkill(
  folder: SkillFolder,
  name: string,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
): Promise<readonly SkillMend[]> {
  const planned = await planMends(folder, name);
  if (!isDryRun) await applyMends(folder.path, planned);
  return planned.mends;
}

/** What mending would do, with one rule alone or with all; nothing is written. */
export async function planMends(folder: SkillFolder, name: string, only?: string): Promise<PlannedMends> {
  const manual = findManual(folder.files.map((file) => file.path));
  const mends: SkillMend[] = [];
  const changes: FileMend[] = [];
  if (manual !== undefined) {
    const before = (await readInside(folder.path, manual, MAX_FILE_BYTES)).content;
    const planned = planManual({ manual, before, name, only });
    mends.push(...planned.mends);
    changes.push(...planned.changes);
  }
  for (const { path, size } of folder.files) {
    if (path === manual || size > 1_000_000 || (only ?? "script-line-endings") !== "script-line-endings")
      continue;
    const before = (await readInside(folder.path, path, MAX_FILE_BYTES)).content;
    if (!hasWindowsShebang(before)) continue;
    mends.push({ rule: "script-line-endings", file: path, mend: "Writes LF at the end of each line." });
    // Byte by byte, so that nothing but line endings changes whatever the encoding.
    const after = Buffer.from(before.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
    changes.push({ file: path, newName: null, before, after });
  }
  return { mends, changes };
}

/** Each file is replaced whole or not at all. */
export async function applyMends(folder: string, { changes }: PlannedMends): Promise<void> {
  for (const { file, newName, before, after } of changes) {
    if (!after.equals(before)) await replaceFile(join(folder, file), after);
    if (newName !== null) await rename(join(folder, file), join(folder, newName));
  }
}

interface ManualToFix {
  readonly manual: string;
  readonly before: Buffer;
  readonly name: string;
  readonly only: string | undefined;
}

function planManual({ manual, before, name, only }: ManualToFix): PlannedMends {
  const { mends, after } = planText({ manual, before, name, only });
  const isRenamed = manual !== "SKILL.md" && (only ?? "manual-spelling") === "manual-spelling";
  if (isRenamed) mends.push({ rule: "manual-spelling", file: manual, mend: "Renames the file to SKILL.md." });
  const newName = isRenamed ? "SKILL.md" : null;
  return { mends, changes: mends.length > 0 ? [{ file: manual, newName, before, after }] : [] };
}

/** What becomes of the manual's text. Whatever is mended in it, it is written as UTF-8. */
function planText({ manual, before, name, only }: ManualToFix): { mends: SkillMend[]; after: Buffer } {
  const { text, problem } = decodeText(before);
  if (problem === "not-utf-8") return { mends: [], after: before };
  const mended = mendManual(text, name, only);
  const mends: SkillMend[] = [...mended.mends].map(([rule, mend]) => ({ rule, file: manual, mend }));
  const isDecoded = problem === "utf-16" && (mends.length > 0 || (only ?? "encoding") === "encoding");
  if (isDecoded) mends.unshift({ rule: "encoding", file: manual, mend: "Writes the file as UTF-8." });
  return { mends, after: mends.length > 0 ? Buffer.from(mended.text, "utf8") : before };
}
