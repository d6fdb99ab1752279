import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, realpath, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { loadSkill } from "./load-skill.ts";
import type { PythonAnalyser } from "./python-analyser.ts";
import { readContents, revisionOf } from "./skill-contents.ts";
import { isFolderName, walk } from "./skill-folder.ts";
import type { SkillRecord } from "./skill-record.ts";

/** Copies of skills as they were when sessions activated them: what is edited meanwhile does not reach a running session. */
export interface SkillRevisions {
  /**
   * Copies the skill aside, unless that revision is there. The copy is whole before it resolves. Rejects when the skill changed
   * while it was copied.
   */
  keep(skill: SkillRecord): Promise<void>;
  /** The skill at a revision that was kept; its folder is the copy's. */
  find(name: string, revision: string): Promise<SkillRecord | undefined>;
  /** Every copy that is kept. Rejects where one cannot be read now: who removes by this list would remove too much. */
  list(): Promise<readonly SkillRecord[]>;
  /** Removes the copies that nobody refers to and that were not asked for in the last hour. Gives their number. */
  collect(used: ReadonlySet<string>): Promise<number>;
}

export interface SkillRevisionsOptions {
  /** Folder of the copies. Made when it is needed. */
  readonly path: string;
  readonly analyser: PythonAnalyser;
  /** How long a copy stays that nobody refers to: an activation is written a moment after its copy. */
  readonly graceMs?: number;
}

const HOUR_MS = 3_600_000;
const REVISION = /^[0-9a-f]{64}$/;

export function createSkillRevisions({
  path,
  analyser,
  graceMs = HOUR_MS,
}: SkillRevisionsOptions): SkillRevisions {
  const known = new Map<string, Promise<SkillRecord | undefined>>();
  const placeOf = (name: string, revision: string): string => join(path, revision, name);

  const load = async (name: string, revision: string): Promise<SkillRecord | undefined> => {
    const place = await realpath(placeOf(name, revision)).catch(() => undefined);
    if (place === undefined) return undefined;
    const { record, isComplete } = await loadSkill({ label: "kept revision" }, name, {
      folder: await walk(place),
      analyser,
    });
    // Without what Python says of it a skill has no functions: that is true of this moment alone.
    if (!isComplete) throw new Error(`What ${name} holds could not be found out in time.`);
    return record.revision === revision ? record : undefined;
  };

  const read = async (name: string, revision: string): Promise<SkillRecord | undefined> => {
    if (!REVISION.test(revision) || !isFolderName(name)) return undefined;
    const key = `${revision}/${name}`;
    const found = known.get(key) ?? load(name, revision);
    known.set(key, found);
    const forget = (): void => void known.delete(key);
    found.then((record) => record ?? forget(), forget);
    return found;
  };
  const find: SkillRevisions["find"] = (name, revision) => read(name, revision).catch(() => undefined);

  return {
    find,
    async list() {
      const records: SkillRecord[] = [];
      for (const revision of await readdir(path).catch(() => []))
        for (const name of await readdir(join(path, revision)).catch(() => [])) {
          const record = await read(name, revision);
          if (record) records.push(record);
        }
      return records;
    },
    async keep(skill) {
      const place = placeOf(skill.name, skill.revision);
      const now = new Date();
      if (await isThere(place)) return utimes(dirname(place), now, now);
      const aside = join(path, `.${randomUUID()}`);
      try {
        await copySkill(skill, aside);
        const copy = revisionOf(await readContents(await walk(await realpath(aside))));
        if (copy !== skill.revision) throw new Error(`${skill.name} changed while it was activated.`);
        await mkdir(dirname(place), { recursive: true });
        await rename(aside, place).catch(async (error: unknown) => {
          // Another call was faster.
          if (!(await isThere(place))) throw error;
        });
        known.delete(`${skill.revision}/${skill.name}`);
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
    },
    async collect(used) {
      const all = await readdir(path).catch(() => []);
      let count = 0;
      for (const revision of all.filter((name) => !used.has(name))) {
        const place = join(path, revision);
        if (!(await isOlder(place, graceMs))) continue;
        await rm(place, { recursive: true, force: true });
        count += 1;
      }
      if (count > 0) known.clear();
      return count;
    },
  };
}

async function isOlder(place: string, ageMs: number): Promise<boolean> {
  const entry = await stat(place).catch(() => undefined);
  return entry !== undefined && Date.now() - entry.mtimeMs >= ageMs;
}

async function copySkill(skill: SkillRecord, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const { path } of skill.files) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await copyFile(join(skill.folder, path), join(target, path));
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
