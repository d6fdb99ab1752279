import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

export interface FolderUse {
  /** Of all files, as long as they say they are. */
  readonly bytes: number;
  /** Files, folders, links and whatever else has a name. */
  readonly files: number;
}

/** Files that are looked at together. */
const TOGETHER = 64;

/**
 * What lies in a folder, links not followed, and hidden things too. Stops at `mostFiles`: more need not be counted. What goes away
 * meanwhile or cannot be looked into counts as nothing. Never rejects.
 */
export async function measureFolder(folder: string, mostFiles: number): Promise<FolderUse> {
  const left = [folder];
  let bytes = 0;
  let files = 0;
  for (let next = left.pop(); next !== undefined && files <= mostFiles; next = left.pop()) {
    const here = next;
    const entries = await readdir(here, { withFileTypes: true }).catch((): Dirent[] => []);
    files += entries.length;
    left.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(here, name)));
    const plain = entries.filter((entry) => entry.isFile());
    for (let start = 0; start < plain.length; start += TOGETHER)
      bytes += await sizeOf(plain.slice(start, start + TOGETHER).map(({ name }) => join(here, name)));
  }
  return { bytes, files };
}

async function sizeOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map((path) =>
      lstat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
