import { randomUUID } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { codeOf } from "../contract/error-code.ts";

/** Puts a file in the place of another, or makes it: whole or not at all, with the rights it had. Durable before it resolves. */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const mode = await modeOf(path);
  const fresh = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(fresh, content, { mode, flush: true });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0o644;
    throw error;
  }
}
