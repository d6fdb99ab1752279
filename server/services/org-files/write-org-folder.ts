import { lstat, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import type { OrgFile } from "../../contract/org-files.ts";
import { listOrgPaths } from "./list-org-paths.ts";
import { ORG_FILE } from "./org-bundle.ts";

/**
 * Writes an org's files into a folder that is new, empty, or holds an earlier export: of that one the files that are no
 * longer part of the org go, and everything that is no export's stays. Any other folder is refused.
 */
export async function writeOrgFolder(folder: string, files: readonly OrgFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  if (names.length > 0 && !names.includes(ORG_FILE))
    throw new AppError("conflict", `${folder} is not empty and holds no ${ORG_FILE}. Choose a new folder.`);
  const earlier = await listOrgPaths(folder);
  for (const { path } of files) await refuseFolder(join(folder, path));
  const written = new Set(files.map(({ path }) => path));
  for (const { path, content } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  for (const path of earlier) if (!written.has(path)) await rm(join(folder, path));
}

/** Before anything is written: half an export would be worse than none. */
async function refuseFolder(target: string): Promise<void> {
  const info = await lstat(target).catch(() => undefined);
  if (info?.isDirectory())
    throw new AppError(
      "conflict",
      `${target} is a folder where a file has to go. Move it, or choose a new folder.`,
    );
}
