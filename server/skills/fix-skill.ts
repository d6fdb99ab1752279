import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasWindowsShebang } from "./check-files.ts";
import { decodeText } from "./decode-text.ts";
import { mendManual } from "./mend-manual.ts";
import { findManual } from "./read-manual.ts";
import type { SkillFolder } from "./skill-folder.ts";

/** One thing that was mended, or would be. */
export interface SkillMend {
  readonly rule: string;
  /** Path inside the skill's folder, as it was. */
  readonly file: string;
  /** What the mend does, as a sentence. */
  readonly mend: string;
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
  const manual = findManual(folder.files.map((file) => file.path));
  const mends = manual === undefined ? [] : await fixManual({ folder, manual, name, isDryRun });
  for (const { path, size } of folder.files) {
    if (path === manual || size > 1_000_000) continue;
    const content = await readFile(join(folder.path, path));
    if (!hasWindowsShebang(content)) continue;
    mends.push({ rule: "script-line-endings", file: path, mend: "Writes LF at the end of each line." });
    // Byte by byte, so that nothing but line endings changes whatever the encoding.
    const mended = Buffer.from(content.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
    if (!isDryRun) await replaceFile(join(folder.path, path), mended);
  }
  return mends;
}

interface ManualToFix {
  readonly folder: SkillFolder;
  readonly manual: string;
  readonly name: string;
  readonly isDryRun: boolean;
}

async function fixManual({ folder, manual, name, isDryRun }: ManualToFix): Promise<SkillMend[]> {
  const mends: SkillMend[] = [];
  const path = join(folder.path, manual);
  const content = await readFile(path);
  const { text, problem } = decodeText(content);
  if (problem !== "not-utf-8") {
    const mended = mendManual(text, name);
    if (problem === "utf-16")
      mends.push({ rule: "encoding", file: manual, mend: "Writes the file as UTF-8." });
    for (const [rule, mend] of mended.mends) mends.push({ rule, file: manual, mend });
    const bytes = Buffer.from(mended.text, "utf8");
    if (!isDryRun && !bytes.equals(content)) await replaceFile(path, bytes);
  }
  if (manual !== "SKILL.md") {
    mends.push({ rule: "manual-spelling", file: manual, mend: "Renames the file to SKILL.md." });
    if (!isDryRun) await rename(path, join(folder.path, "SKILL.md"));
  }
  return mends;
}

async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const { mode } = await stat(path);
  const fresh = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(fresh, content, { mode });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
