import type { SkillChange } from "../contract/skill-folders.ts";
import type { SkillRecord } from "./skill-record.ts";

/** Skills by their names, as one look found them. */
export type Snapshot = ReadonlyMap<string, SkillRecord>;

/** Milliseconds for which a folder that is gone may be on its way to another name: a look can fall between the two. */
export const MOVE_MS = 400;

/** One look after the other, compared. */
export interface Comparison {
  /** What changed since the look before. That a skill is gone is said once it has been gone for a moment. */
  next(after: Snapshot): readonly SkillChange[];
  /** Whether something is gone and has not been said yet: look again after `MOVE_MS`. */
  isWaiting(): boolean;
}

/** Takes a clock in milliseconds. */
export function createComparison(first: Snapshot, now = () => performance.now()): Comparison {
  let before = first;
  let gone: ReadonlyMap<string, number> = new Map();
  return {
    isWaiting: () => gone.size > 0,
    next(after) {
      const changes = compareSkills(before, after);
      const held = new Map<string, number>();
      for (const { name, kind } of changes) {
        const since = gone.get(name) ?? now();
        if (kind === "removed" && now() - since < MOVE_MS) held.set(name, since);
      }
      before = new Map([...after, ...[...before].filter(([name]) => held.has(name))]);
      gone = held;
      return changes.filter(({ name, kind }) => kind !== "removed" || !held.has(name));
    },
  };
}

/** What a person would say happened between two looks. */
function compareSkills(before: Snapshot, after: Snapshot): readonly SkillChange[] {
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const changes: SkillChange[] = [];
  for (const record of after.values()) {
    const old = before.get(record.name);
    const change = old ? changeOf(old, record) : arrivalOf(record, gone);
    if (change) changes.push(change);
  }
  const renamed = new Set(changes.map(({ from }) => from));
  return [
    ...changes,
    ...gone.flatMap(({ name }) => (renamed.has(name) ? [] : [{ name, kind: "removed" } as const])),
  ];
}

function changeOf(old: SkillRecord, record: SkillRecord): SkillChange | undefined {
  const { name } = record;
  if (old === record) return undefined;
  if (old.isUsable !== record.isUsable) return { name, kind: record.isUsable ? "mended" : "broken" };
  const isSame =
    old.revision === record.revision &&
    old.folder === record.folder &&
    old.findings.length === record.findings.length;
  return isSame ? undefined : { name, kind: "changed" };
}

/** A folder that was renamed holds the same files; its manual may carry the new name. */
function arrivalOf(record: SkillRecord, gone: readonly SkillRecord[]): SkillChange {
  const { name } = record;
  const old =
    gone.find((one) => one.revision === record.revision) ?? gone.find((one) => isSameSkill(one, record));
  return old ? { name, kind: "renamed", from: old.name } : { name, kind: "added" };
}

function isSameSkill(old: SkillRecord, record: SkillRecord): boolean {
  return record.isUsable && old.body === record.body && old.description === record.description;
}
