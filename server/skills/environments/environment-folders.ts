import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isAlive } from "../../security/child-process/is-alive.ts";

/** Where finished environments lie, each under its key. Whole or not there: half-made ones have other names. */
export interface EnvironmentFolders {
  pathOf(key: string): string;
  isReady(key: string): Promise<boolean>;
  /** Says that it is used: it is not collected for the time of grace. */
  touch(key: string): Promise<void>;
  /**
   * Lets `make` fill a folder and gives what it returns its place under the key. What an earlier process left half made is
   * thrown away first, and this one's folder whatever happens.
   */
  fill(key: string, make: (folder: string) => Promise<string>): Promise<void>;
  /** Removes what is not used and was not touched lately. Gives the number. */
  collect(used: ReadonlySet<string>, graceMs: number): Promise<number>;
}

const MAKING = ".making-";
const ABANDONED_AFTER_MS = 3_600_000;
/** Written last: a folder without it is none. */
const MARK = "openhive-environment.json";

export function createEnvironmentFolders(path: string): EnvironmentFolders {
  const pathOf = (key: string): string => join(path, key);
  const isReady = async (key: string): Promise<boolean> =>
    (await stat(join(pathOf(key), MARK)).catch(() => undefined)) !== undefined;
  return {
    pathOf,
    isReady,
    async touch(key) {
      const now = new Date();
      await utimes(pathOf(key), now, now).catch(() => undefined);
    },
    async fill(key, make) {
      await mkdir(path, { recursive: true });
      await removeAbandoned(path);
      const folder = join(path, asideName());
      try {
        await mkdir(folder);
        const made = await make(folder);
        await writeFile(join(made, MARK), `${JSON.stringify({ key, madeAt: new Date().toISOString() })}\n`);
        await rename(made, pathOf(key)).catch(async () => {
          // Another process was faster, and its environment is as good.
          if (await isReady(key)) return;
          await removeAside(path, key);
          await rename(made, pathOf(key));
        });
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    async collect(used, graceMs) {
      await removeAbandoned(path);
      let count = 0;
      for (const key of await readdir(path).catch(() => [])) {
        if (used.has(key) || key.startsWith(".") || !(await isOlder(join(path, key), graceMs))) continue;
        await removeAside(path, key);
        count += 1;
      }
      return count;
    },
  };
}

/** A name that says who is at it, so that others know when nobody is any more. */
function asideName(): string {
  return `${MAKING}${hostname()}-${process.pid}-${randomUUID()}`;
}

/** Out of sight in one step, so that nobody ever sees half an environment under a key. */
async function removeAside(path: string, key: string): Promise<void> {
  const aside = join(path, asideName());
  await rename(join(path, key), aside);
  await rm(aside, { recursive: true, force: true, maxRetries: 3 });
}

async function isOlder(place: string, ageMs: number): Promise<boolean> {
  const entry = await lstat(place).catch(() => undefined);
  return entry !== undefined && Date.now() - entry.mtimeMs >= ageMs;
}

/** Folders of processes that are no more: on this machine at once, of another machine after an hour. */
async function removeAbandoned(path: string): Promise<void> {
  const here = `${MAKING}${hostname()}-`;
  for (const name of await readdir(path).catch(() => [])) {
    if (!name.startsWith(MAKING)) continue;
    const place = join(path, name);
    const isDead = name.startsWith(here) && !isAlive(Number(name.slice(here.length).split("-")[0]));
    if (isDead || (await isOlder(place, ABANDONED_AFTER_MS)))
      await rm(place, { recursive: true, force: true, maxRetries: 3 });
  }
}
