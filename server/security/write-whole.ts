import { open, rename, rm } from "node:fs/promises";

export interface WritePlace {
  /** On the same disk as `path`, where what a process leaves behind that dies here is found, and taken for nobody's file. */
  readonly temporary: string;
  readonly path: string;
}

/** Puts a file in its place whole or not at all, with exactly these rights. Its bytes are on the disk before it is seen. */
export async function writeWhole(
  { temporary, path }: WritePlace,
  { bytes, mode }: { readonly bytes: Uint8Array; readonly mode: number },
): Promise<void> {
  try {
    const handle = await open(temporary, "wx", mode);
    try {
      await handle.writeFile(bytes);
      // What a new file may be is cut by the process; this one gets what it is said to have.
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
