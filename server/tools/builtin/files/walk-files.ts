import type { Dirent } from "node:fs";
import { codeOf } from "../../../contract/error-code.ts";
import type { Workspace } from "./workspace.ts";

/** Folders that are walked only when they are asked for: what tools keep, not what people write. */
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__", ".venv"]);
const MOST_ENTRIES = 20_000;
const LIMIT_MS = 10_000;

export interface Walk {
  /** Files below the folder, each folder's in order; links are not followed. */
  readonly files: AsyncIterable<string>;
  /** Whether it ended before it had seen everything. */
  isCut(): boolean;
}

/** Walks a folder of the workspace: at most 20 000 entries and ten seconds. */
export function walkFiles(workspace: Workspace, located: string, signal: AbortSignal): Walk {
  let left = MOST_ENTRIES;
  let isCut = false;
  const end = Date.now() + LIMIT_MS;

  function isOver(): boolean {
    signal.throwIfAborted();
    left -= 1;
    isCut ||= left < 0 || Date.now() > end;
    return isCut;
  }

  async function* walk(folder: string): AsyncGenerator<string> {
    const entries = await entriesOf(workspace, folder);
    for (const entry of entries) {
      if (isOver()) return;
      yield* visit(entry, folder === "" ? entry.name : `${folder}/${entry.name}`);
    }
  }

  async function* visit(entry: Dirent, path: string): AsyncGenerator<string> {
    if (entry.isFile()) yield path;
    if (isWalked(entry)) yield* walk(path);
  }
  return { files: walk(located), isCut: () => isCut };
}

function isWalked(entry: Dirent): boolean {
  return entry.isDirectory() && !SKIPPED.has(entry.name);
}

/** A folder that went away, or turned into something else, while the walk was on its way has nothing. */
async function entriesOf(workspace: Workspace, folder: string) {
  try {
    return await workspace.list(folder);
  } catch (error) {
    if (folder !== "" && ["ENOENT", "ENOTDIR", "ELOOP", "EACCES"].includes(codeOf(error))) return [];
    throw error;
  }
}
