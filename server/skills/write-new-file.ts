import { randomUUID } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../contract/error-code.ts";

/** Makes a file that must not be there yet: seen whole or not at all by whoever watches the folder. False where something is there. */
export async function writeNewFile(path: string, content: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(fresh, content, { flag: "wx", flush: true });
    await link(fresh, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}
