import { randomUUID } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../contract/error-code.ts";
import { writeWhole } from "../security/write-whole.ts";

/** Puts a file in the place of another, or makes it: whole or not at all, with the rights it had. Durable before it resolves. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  // Hidden: whoever looks through the folder meanwhile, or after a crash, does not take it for one of the skill's files.
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}`);
  await writeWhole({ temporary, path }, { bytes, mode: await modeOf(path) });
  await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0o644;
    throw error;
  }
}
