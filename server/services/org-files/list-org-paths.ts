import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isOrgPath } from "./org-paths.ts";

/** What lies where an exported org has its agents and files, in order of names. Folders in there are somebody else's. */
export async function listOrgPaths(folder: string): Promise<readonly string[]> {
  return [...(await pathsIn(folder, "agents")), ...(await pathsIn(folder, "files"))];
}

async function pathsIn(folder: string, part: string): Promise<readonly string[]> {
  const info = await lstat(join(folder, part)).catch(() => undefined);
  if (!info?.isDirectory()) return [];
  const entries = await readdir(join(folder, part), { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => `${part}/${entry.name}`)
    .filter(isOrgPath)
    .sort();
}
