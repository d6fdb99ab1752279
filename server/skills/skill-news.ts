import type { SkillChange } from "../contract/skill-folders.ts";
import { createComparison, MOVE_MS, type Snapshot } from "./compare-skills.ts";
import type { SkillCatalogue } from "./skill-catalogue.ts";
import type { SkillRecord } from "./skill-record.ts";

/** Tells what happens to skills while somebody listens. */
export interface SkillNews {
  /**
   * Each answer is what changed since the one before; ends when the signal aborts. Never rejects. The first one is empty: from then on
   * nothing goes untold, and what a reader has read before it may be older.
   */
  follow(signal: AbortSignal): AsyncIterable<readonly SkillChange[]>;
  /** Remembers what there is: what is missing the next time may have been renamed. */
  note(records: readonly SkillRecord[]): void;
  /** Names that the skill had before, as far as it was noted or followed; the last one first. */
  formerNames(name: string): readonly string[];
}

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
  const noted = createComparison(new Map());
  const note = (records: readonly SkillRecord[]): Snapshot => {
    const now: Snapshot = new Map(records.map((record) => [record.name, record]));
    noted.next(now).forEach(remember);
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
        const seen = createComparison(await look());
        yield [];
        for (;;) {
          await bell.rung();
          if (signal.aborted) return;
          // What was read just now may be repeated for a moment; the news must not be older than the change.
          const changes = seen.next(await look());
          if (seen.isWaiting()) bell.ringAfter(MOVE_MS);
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
  /** Once, after so many milliseconds. */
  ringAfter(milliseconds: number): void;
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
  // One that aborted before tells nobody.
  if (signal.aborted) strike();
  const ringAfter = (milliseconds: number): void => void setTimeout(strike, milliseconds).unref();
  return {
    ringAfter,
    ring() {
      strike();
      ringAfter(AGAIN_AFTER_MS);
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
