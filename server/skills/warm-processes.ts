import type { ProcessShape, SkillProcess } from "./skill-process.ts";

/**
 * Processes that were started ahead: Python and its helpers are loaded, nothing of the skill is. Each is used for one call and
 * no other, so what a call leaves in its memory, its processes or its folder ends with it.
 */
export interface WarmProcesses {
  /** One that waits for this skill at this revision, or a new one. */
  obtain(shape: ProcessShape): Promise<SkillProcess>;
  /** Lets one wait for the next call. To be said after a call; never rejects. */
  replenish(shape: ProcessShape): void;
  /** Ends those that wait. */
  close(): Promise<void>;
}

export interface WarmOptions {
  start(shape: ProcessShape): Promise<SkillProcess>;
  /** How many may wait at most; the one that has waited longest makes room. */
  readonly size: number;
  /** How long one waits. */
  readonly idleMs?: number;
}

interface Waiting {
  readonly key: string;
  readonly skill: string;
  readonly process: SkillProcess;
  readonly timer: NodeJS.Timeout;
}

const IDLE_MS = 300_000;

export function createWarmProcesses({ start, size, idleMs = IDLE_MS }: WarmOptions): WarmProcesses {
  let waiting: readonly Waiting[] = [];
  const starting = new Map<string, Promise<SkillProcess | undefined>>();
  const ending = new Set<Promise<void>>();
  let isClosed = false;

  const end = (process: SkillProcess): void => {
    const gone = process.dispose().finally(() => ending.delete(gone));
    ending.add(gone);
  };
  const retire = (isOver: (one: Waiting) => boolean): void => {
    const over = waiting.filter(isOver);
    waiting = waiting.filter((one) => !isOver(one));
    for (const { timer, process } of over) {
      clearTimeout(timer);
      end(process);
    }
  };
  const add = (shape: ProcessShape, process: SkillProcess): void => {
    if (isClosed) {
      end(process);
      return;
    }
    const timer = setTimeout(() => retire((one) => one.process === process), idleMs).unref();
    waiting = [...waiting, { key: keyOf(shape), skill: shape.skill.name, process, timer }];
    const tooMany = waiting.slice(0, Math.max(0, waiting.length - size));
    retire((one) => tooMany.includes(one));
  };

  return {
    async obtain(shape) {
      const key = keyOf(shape);
      // Another revision is in use now, and what has ended by itself is of no use.
      retire((one) => !one.process.tree.isAlive() || (one.skill === shape.skill.name && one.key !== key));
      const found = waiting.find((one) => one.key === key);
      if (!found) {
        // Two that start at once are both slower.
        const begun = starting.get(key);
        starting.delete(key);
        const started = await begun;
        if (started?.tree.isAlive()) return started;
        if (started) end(started);
        return start(shape);
      }
      clearTimeout(found.timer);
      waiting = waiting.filter((one) => one !== found);
      return found.process;
    },
    replenish(shape) {
      const key = keyOf(shape);
      const isThere = waiting.some((one) => one.key === key && one.process.tree.isAlive());
      if (isClosed || size === 0 || isThere || starting.has(key)) return;
      // What fails here fails again, and is told, when a call needs it.
      const started = start(shape).catch(() => undefined);
      void started.then((process) => {
        // A call may have taken it.
        if (starting.get(key) !== started) return;
        starting.delete(key);
        if (process) add(shape, process);
      });
      starting.set(key, started);
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(starting.values());
      retire(() => true);
      await Promise.allSettled(ending);
    },
  };
}

/** Alike for calls that need the same in reach. */
function keyOf({ skill, runtime }: ProcessShape): string {
  return JSON.stringify([skill.folder, skill.revision, skill.needsNetwork, runtime.python]);
}
