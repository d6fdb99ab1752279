import { lstat, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../../contract/error-code.ts";
import { OWN_PREFIX } from "./hidden-paths.ts";
import { isLeftover } from "./own-names.ts";
import { NEW_PREFIX } from "./workspace-shelf.ts";

export interface TidyDeps {
  /** Has the workspaces. */
  readonly folder: string;
  /** Days for which the files of a run that is over are kept; 0: for ever. */
  readonly days: number;
  /** Of these the runs that were over that many days ago, or whose org was deleted. */
  endedRuns(runs: readonly string[], days: number): Promise<readonly string[]>;
  /** Of these the orgs that were deleted. */
  removedOrgs(orgs: readonly string[]): Promise<readonly string[]>;
}

const RUN_PREFIX = "run-";
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Filling one takes seconds. */
const UNFINISHED_MS = 3_600_000;

/** Removes the workspaces of deleted orgs, those of runs that are long over, and what processes left half done that died. */
export async function tidyWorkspaces(deps: TidyDeps): Promise<void> {
  const names = await readdir(deps.folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  const runs = names.flatMap((name) => (name.startsWith(RUN_PREFIX) ? [name.slice(RUN_PREFIX.length)] : []));
  const [ended, removed] = await Promise.all([
    deps.endedRuns(runs.filter(isId), deps.days),
    deps.removedOrgs(names.filter(isId)),
  ]);
  const unfinished = names.filter((name) => name.startsWith(NEW_PREFIX));
  for (const name of [...ended.map((id) => `${RUN_PREFIX}${id}`), ...removed])
    await remove(deps.folder, name);
  for (const name of unfinished) if (await isOld(join(deps.folder, name))) await remove(deps.folder, name);
  for (const name of names) await removeLeftovers(join(deps.folder, name));
}

/** What processes were writing when they died, and the temporary folders of their commands. */
async function removeLeftovers(workspace: string): Promise<void> {
  const names = await readdir(workspace).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(OWN_PREFIX))) {
    const found = await lstat(join(workspace, name)).catch(() => undefined);
    if (found !== undefined && isLeftover(name, found.mtime)) await remove(workspace, name);
  }
}

const isId = (name: string): boolean => ID.test(name);

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_MS;
}

/** Links are removed, not followed. */
function remove(folder: string, name: string): Promise<void> {
  return rm(join(folder, name), { recursive: true, force: true });
}
