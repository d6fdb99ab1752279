import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../contract/error-code.ts";

/** Puts a file in the place of another, or makes it: whole or not at all, with the rights it had. Durable before it resolves. */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const mode = await modeOf(path);
  const folder = dirname(path);
  // Hidden: whoever looks through the folder meanwhile, or after a crash, does not take it for one of the skill's files.
  const fresh = join(folder, `.${basename(path)}.${randomUUID()}`);
  try {
    const handle = await open(fresh, "wx", mode);
    try {
      await handle.writeFile(content);
      // What a new file may be is cut by the process; an old one keeps what it was given.
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
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
