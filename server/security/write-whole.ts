import { open, rename, rm } from "node:fs/promises";

export interface WritePlace {
  /** On the same disk as `path`, where what a process leaves behind that dies here is found, and taken for nobody's file. */
  readonly temporary: string;
  readonly path: string;
}

export interface WrittenFile {
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** What it tells of ends with the machine, so that its bytes need not outlast it. */
  readonly isPassing?: true;
}

/**
 * Puts a file in its place whole or not at all, with exactly these rights. Its bytes are on the disk before it is seen, unless
 * they need not outlast the machine.
 */
export async function writeWhole(
  { temporary, path }: WritePlace,
  { bytes, mode, isPassing }: WrittenFile,
): Promise<void> {
  try {
    const handle = await open(temporary, "wx", mode);
    try {
      await handle.writeFile(bytes);
      // What a new file may be is cut by the process; this one gets what it is said to have.
      await handle.chmod(mode);
      if (isPassing !== true) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
