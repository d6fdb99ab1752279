import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../contract/error-code.ts";

export interface TreeListener {
  /** Something changed, came or went, or a folder is watched from now on: what was read before may be older. */
  readonly tell: () => void;
  /** The system gives no news of some folder: too many are watched, or it lies where nothing is told. */
  readonly fail: () => void;
}

/** What nobody writes by hand: it comes and goes by the thousand. */
const LEFT_OUT = new Set(["__pycache__", "node_modules", ".git"]);
const MAX_DEPTH = 16;

/**
 * Watches a file, or a folder with all that is in it; links are not followed. Every folder is watched first and read then, so nothing comes
 * between the two. Whether something else has the path now is seen by who watches what it lies in. Returns the way to stop.
 */
export function watchTree(path: string, listener: TreeListener, depth = 0): () => void {
  const inside = new Map<string, () => void>();
  let isReading = false;
  let isStale = false;
  let isOver = false;

  const failed = (error: unknown): void => {
    // What went just now is told of by the folder that it was in.
    if (!isGone(error)) listener.fail();
  };

  const leave = (name: string): void => {
    inside.get(name)?.();
    inside.delete(name);
  };

  const read = async (): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true });
    if (isOver) return;
    for (const entry of entries) {
      if (!entry.isDirectory() || LEFT_OUT.has(entry.name) || inside.has(entry.name)) continue;
      inside.set(entry.name, watchTree(join(path, entry.name), listener, depth + 1));
    }
  };

  const enter = async (): Promise<void> => {
    isStale = true;
    if (isReading || depth === MAX_DEPTH) return;
    isReading = true;
    while (isStale) {
      isStale = false;
      await read().catch(failed);
    }
    isReading = false;
  };

  /** Not every system tells the name. */
  const hear = (event: string, name: string | undefined): void => {
    if (name !== undefined && LEFT_OUT.has(name)) return;
    listener.tell();
    if (event !== "rename") return;
    // What has the name now may be another folder than the one that is watched.
    for (const one of name === undefined ? inside.keys() : [name]) leave(one);
    void enter();
  };

  const begin = (): FSWatcher =>
    watch(path, { persistent: false })
      .on("error", failed)
      .on("change", (event, name) => hear(event, name?.toString()));

  let watcher: FSWatcher | undefined;
  try {
    watcher = begin();
  } catch (error) {
    failed(error);
  }
  listener.tell();
  void enter();
  return () => {
    isOver = true;
    watcher?.close();
    for (const stop of inside.values()) stop();
  };
}

function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(codeOf(error));
}
