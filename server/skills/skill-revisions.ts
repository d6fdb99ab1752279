import { randomUUID } from "node:crypto";
import { readdir, realpath, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { loadSkill } from "./load-skill.ts";
import type { PythonAnalyser } from "./python-analyser.ts";
import {
  copySkill,
  createRevisionCopies,
  isThere,
  putInPlace,
  type SharedRevisions,
} from "./revision-copies.ts";
import { readContents, revisionOf } from "./skill-contents.ts";
import { isFolderName, walk } from "./skill-folder.ts";
import type { SkillRecord } from "./skill-record.ts";

/** Copies of skills as they were when sessions activated them: what is edited meanwhile does not reach a running session. */
export interface SkillRevisions {
  /**
   * Copies the skill aside, and to where other processes find it, unless that revision is there. Both are whole before it
   * resolves. Rejects when the skill changed while it was copied.
   */
  keep(skill: SkillRecord): Promise<void>;
  /** The skill at a revision that was kept here or by another process; its folder is the copy's. */
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
  /** Without it, what is kept here is found here alone. */
  readonly shared?: SharedRevisions | undefined;
  /** Told of each copy that came from another process. */
  readonly onFetched?: ((skill: SkillRecord) => void) | undefined;
  /** How long a copy stays that nobody refers to: an activation is written a moment after its copy. */
  readonly graceMs?: number;
}

const HOUR_MS = 3_600_000;
const REVISION = /^[0-9a-f]{64}$/;

export function createSkillRevisions({
  path,
  analyser,
  shared,
  onFetched,
  graceMs = HOUR_MS,
}: SkillRevisionsOptions): SkillRevisions {
  const known = new Map<string, Promise<SkillRecord | undefined>>();
  const copies = createRevisionCopies(path, shared);

  const load = async (name: string, revision: string): Promise<SkillRecord | undefined> => {
    const place = await realpath(copies.placeOf({ name, revision })).catch(() => undefined);
    if (place === undefined) return undefined;
    const { record, isComplete } = await loadSkill({ label: "kept revision" }, name, {
      folder: await walk(place),
      analyser,
    });
    // Without what Python says of it a skill has no functions, now and not for good.
    if (!isComplete) throw new Error(`What ${name} holds could not be found out in time.`);
    return record.revision === revision ? record : undefined;
  };

  const fetch = async (name: string, revision: string): Promise<SkillRecord | undefined> => {
    if (!(await copies.fetch({ name, revision }))) return undefined;
    const record = await load(name, revision);
    if (record) onFetched?.(record);
    return record;
  };
  const read = async (name: string, revision: string): Promise<SkillRecord | undefined> => {
    if (!REVISION.test(revision) || !isFolderName(name)) return undefined;
    const key = `${revision}/${name}`;
    // The folder may have been cleared meanwhile.
    if (!(await isThere(copies.placeOf({ name, revision })))) known.delete(key);
    const found = known.get(key) ?? load(name, revision).then((record) => record ?? fetch(name, revision));
    known.set(key, found);
    const forget = (): void => void known.delete(key);
    found.then((record) => record ?? forget(), forget);
    return found;
  };

  return {
    find: (name, revision) => read(name, revision).catch(() => undefined),
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
      const target = copies.placeOf(skill);
      const now = new Date();
      if (await isThere(target)) {
        await utimes(dirname(target), now, now);
        await copies.share(skill);
        return;
      }
      const aside = join(path, `.${randomUUID()}`);
      try {
        await copySkill(skill, aside);
        const copy = revisionOf(await readContents(await walk(await realpath(aside))));
        if (copy !== skill.revision) throw new Error(`${skill.name} changed while it was activated.`);
        await putInPlace(aside, target);
        known.delete(`${skill.revision}/${skill.name}`);
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
      await copies.share(skill);
    },
    async collect(used) {
      await shared?.collect();
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
