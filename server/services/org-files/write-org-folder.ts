import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import type { OrgFile } from "../../contract/org-files.ts";
import { ORG_FILE } from "./org-bundle.ts";
import { isOrgPath } from "./org-paths.ts";

/**
 * Writes an org's files into a folder that is new, empty, or holds an earlier export: of that one the files that are no
 * longer part of the org go, and everything that is no export's stays. Any other folder is refused.
 */
export async function writeOrgFolder(folder: string, files: readonly OrgFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  if (there.length > 0 && !there.includes(ORG_FILE))
    throw new AppError("conflict", `${folder} is not empty and holds no ${ORG_FILE}. Choose a new folder.`);
  const written = new Set(files.map(({ path }) => path));
  for (const { path, content } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  for (const path of there) if (isOrgPath(path) && !written.has(path)) await rm(join(folder, path));
}
