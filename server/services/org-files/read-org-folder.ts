import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../contract/app-error.ts";
import type { OrgFile } from "../../contract/org-files.ts";
import { listOrgPaths } from "./list-org-paths.ts";
import { ORG_FILE, ORG_FILE_LIMITS } from "./org-bundle.ts";
import { createSizeCheck } from "./org-paths.ts";

/**
 * The files of an exported org in a folder; what else lies there is left alone. Follows no symbolic link, and stops with
 * `too_large` at the limits.
 */
export async function readOrgFolder(folder: string): Promise<readonly OrgFile[]> {
  const info = await lstat(folder).catch(() => undefined);
  if (!info) throw new AppError("not_found", `The folder ${folder} is not there.`);
  const paths = [ORG_FILE, ...(await listOrgPaths(folder))];
  if (paths.length > ORG_FILE_LIMITS.files)
    throw new AppError("too_large", `${folder} holds more than ${ORG_FILE_LIMITS.files} files.`);
  const check = createSizeCheck();
  const files: OrgFile[] = [];
  for (const path of paths) {
    const content = await readPlainFile(join(folder, path), check);
    if (content) files.push({ path, content });
  }
  return files;
}

async function readPlainFile(
  path: string,
  check: (path: string, size: number) => void,
): Promise<Uint8Array | undefined> {
  const info = await lstat(path).catch(() => undefined);
  if (!info) return undefined;
  if (!info.isFile())
    throw new AppError(
      "invalid",
      `${path} is no plain file. An org's files are read, links are not followed.`,
    );
  check(path, info.size);
  return readFile(path);
}
