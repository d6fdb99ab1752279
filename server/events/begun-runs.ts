import type { RunId } from "../contract/ids.ts";
import type { RunEvent } from "../contract/run-event.ts";

/** Runs that are remembered, and events of each: whoever starts a run follows it at once. */
const MOST_RUNS = 500;
const MOST_EVENTS = 200;

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
  return {
    see(events) {
      const first = events[0];
      if (!first) return;
      const { runId, seq } = first;
      if (seq === 1) kept.set(runId, []);
      const known = kept.get(runId);
      if (!known) return;
      if (seq === known.length + 1 && known.length < MOST_EVENTS) known.push(...events);
      else kept.delete(runId);
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_RUNS && oldest !== undefined) kept.delete(oldest);
    },
    lose: (runId) => void kept.delete(runId),
    loseAll: () => kept.clear(),
    of: (runId) => kept.get(runId)?.slice(),
  };
}
