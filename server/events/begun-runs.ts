import type { RunId } from "../contract/ids.ts";
import type { RunEvent } from "../contract/run-event.ts";

/** Events of one run and of all runs that are remembered: whoever starts a run follows it at once. */
const MOST_EVENTS = 200;
const MOST_IN_ALL = 50_000;

/** The first events of runs that began in this process, for as long as it saw all of them: they need not be read to be followed. */
export interface BegunRuns {
  see(events: readonly RunEvent[]): void;
  /** Something was written elsewhere. */
  lose(runId: RunId): void;
  loseAll(): void;
  /** All events of the run so far; undefined where that is not known. */
  of(runId: RunId): readonly RunEvent[] | undefined;
}

export function createBegunRuns(): BegunRuns {
  const kept = new Map<RunId, RunEvent[]>();
  let count = 0;
  const forget = (runId: RunId): void => {
    count -= kept.get(runId)?.length ?? 0;
    kept.delete(runId);
  };
  const forgetOldest = (): void => {
    for (const oldest of kept.keys()) {
      if (count <= MOST_IN_ALL) return;
      forget(oldest);
    }
  };
  return {
    see(events) {
      const first = events[0];
      if (!first) return;
      const { runId, seq } = first;
      if (seq === 1) {
        forget(runId);
        kept.set(runId, []);
      }
      const known = kept.get(runId);
      if (!known) return;
      if (seq === known.length + 1 && known.length < MOST_EVENTS) {
        known.push(...events);
        count += events.length;
      } else forget(runId);
      // Whoever comes now reads it: what is over is not held for nobody.
      if (events.at(-1)?.type === "run.finished") forget(runId);
      forgetOldest();
    },
    lose: forget,
    loseAll() {
      kept.clear();
      count = 0;
    },
    of: (runId) => kept.get(runId)?.slice(),
  };
}
