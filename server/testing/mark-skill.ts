import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const MANUAL = `---
name: mark
description: Leaves a mark outside, so that a test can count how often a call took effect.
---

Call mark.
`;

const CODE = `def mark(note: str, key: str) -> str:
    """Appends a line to a file.

    Args:
        note: The file.
        key: The line.
    """
    with open(note, "a") as file:
        file.write(f"{key}\\n")
    return "marked"
`;

/** Drops the skill \`mark\` into a data folder: a call with an effect outside, which must not happen twice. */
export async function addMarkSkill(dataDir: string): Promise<void> {
  const folder = join(dataDir, "skills", "mark");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), MANUAL);
  await writeFile(join(folder, "mark.py"), CODE);
}

/** How often each key was marked. */
export async function countMarks(note: string): Promise<ReadonlyMap<string, number>> {
  const lines = existsSync(note) ? (await readFile(note, "utf8")).split("\n").filter(Boolean) : [];
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
