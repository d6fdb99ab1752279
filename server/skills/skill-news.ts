import type { SkillChange } from "../contract/skill-folders.ts";
import type { SkillCatalogue } from "./skill-catalogue.ts";
import type { SkillRecord } from "./skill-record.ts";

/** Tells what happens to skills while somebody listens. */
export interface SkillNews {
  /** Each answer is what changed since the one before; ends when the signal aborts. Never rejects. */
  follow(signal: AbortSignal): AsyncIterable<readonly SkillChange[]>;
  /** Remembers what there is: what is missing the next time may have been renamed. */
  note(records: readonly SkillRecord[]): void;
  /** Names that the skill had before, as far as it was noted or followed; the last one first. */
  formerNames(name: string): readonly string[];
}

type Snapshot = ReadonlyMap<string, SkillRecord>;

const MAX_FORMER = 10;

/** A change is told within a second of the file's: 100 ms of gathering and the reading of what changed. */
export function createSkillNews(catalogue: SkillCatalogue): SkillNews {
  const former = new Map<string, readonly string[]>();
  const remember = ({ name, from }: SkillChange): void => {
    if (from === undefined) return;
    const names = [from, ...(former.get(from) ?? []), ...(former.get(name) ?? [])];
    former.set(name, [...new Set(names)].filter((one) => one !== name).slice(0, MAX_FORMER));
    former.delete(from);
  };
  let last: Snapshot = new Map();
  const note = (records: readonly SkillRecord[]): Snapshot => {
    const now: Snapshot = new Map(records.map((record) => [record.name, record]));
    compareSkills(last, now).forEach(remember);
    last = now;
    return now;
  };
  const look = async (): Promise<Snapshot> => note(await catalogue.list());
  return {
    note: (records) => void note(records),
    formerNames: (name) => former.get(name) ?? [],
    async *follow(signal) {
      const bell = createBell(signal);
      const stop = catalogue.subscribe(bell.ring);
      try {
        let before = await look();
        for (;;) {
          await bell.rung();
          if (signal.aborted) return;
          // What was read just now may be repeated for a moment; the news must not be older than the change.
          const after = await look();
          const changes = compareSkills(before, after);
          before = after;
          if (changes.length > 0) yield changes;
        }
      } finally {
        stop();
      }
    },
  };
}

interface Bell {
  readonly ring: () => void;
  /** Resolves when it was rung since the last time, or the signal aborts. */
  rung(): Promise<void>;
}

/** A ring is answered twice: at once, and when the catalogue's answers are certainly fresh. */
const AGAIN_AFTER_MS = 350;

function createBell(signal: AbortSignal): Bell {
  let isRung = false;
  let wake: (() => void) | undefined;
  const strike = (): void => {
    isRung = true;
    wake?.();
  };
  signal.addEventListener("abort", strike, { once: true });
  return {
    ring() {
      strike();
      setTimeout(strike, AGAIN_AFTER_MS).unref();
    },
    async rung() {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      isRung = false;
    },
  };
}

/** What a person would say happened between two looks. */
export function compareSkills(before: Snapshot, after: Snapshot): readonly SkillChange[] {
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
