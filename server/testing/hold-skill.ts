import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const MANUAL = `---
name: hold
description: Holds on until it is let go. For tests of what happens meanwhile.
---

Call hold.
`;

const CODE = `import os
import time


def hold(note: str, go: str) -> str:
    """Writes its process id to a file and waits until another file is there.

    Args:
        note: File that gets the process id.
        go: File that ends the waiting.
    """
    with open(note, "a") as file:
        file.write(f"{os.getpid()}\\n")
    while not os.path.exists(go):
        time.sleep(0.02)
    return "held"


def spin(note: str) -> str:
    """Writes its process id to a file and never ends.

    Args:
        note: File that gets the process id.
    """
    with open(note, "a") as file:
        file.write(f"{os.getpid()}\\n")
    while True:
        pass
`;

/** Drops the skill \`hold\` into a data folder: functions that last exactly as long as a test wants. */
export async function addHoldSkill(dataDir: string): Promise<void> {
  const folder = join(dataDir, "skills", "hold");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), MANUAL);
  await writeFile(join(folder, "hold.py"), CODE);
}

/** The ids of the processes that wrote to a note, oldest first. */
export async function readPids(note: string): Promise<readonly number[]> {
  if (!existsSync(note)) return [];
  return (await readFile(note, "utf8")).split("\n").filter(Boolean).map(Number);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
