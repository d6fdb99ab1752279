import type { ProcessShape, SkillProcess } from "./skill-process.ts";
import { createWarmPool, type WarmOptions } from "./warm-pool.ts";

/**
 * Processes that were started ahead: Python and its helpers are loaded, nothing of the skill is. Each is used for one call and
 * no other, so what a call leaves in its memory, its processes or its folder ends with it.
 */
export interface WarmProcesses {
  /** One that waits for this skill at this revision, or a new one. */
  obtain(shape: ProcessShape): Promise<SkillProcess>;
  /**
   * Lets as many wait as the most calls at a time in the last five minutes, where there is room, and one at least. To be said
   * after each call whose process was obtained; never rejects.
   */
  replenish(shape: ProcessShape): void;
  /** Lets one more wait, and four at least where there is room: a model's first calls often come together. Never rejects. */
  expect(shape: ProcessShape): void;
  /** Ends those that wait. */
  close(): Promise<void>;
}

const FIRST_CALLS = 4;

export function createWarmProcesses(options: WarmOptions): WarmProcesses {
  const pool = createWarmPool(options);
  return {
    async obtain(shape) {
      const demand = pool.demandOf(shape);
      demand.calls += 1;
      pool.want(demand, demand.calls);
      // Another revision is in use now, and what has ended by itself is of no use.
      pool.clear(demand);
      try {
        return await pool.take(demand, shape);
      } catch (error) {
        demand.calls -= 1;
        throw error;
      }
    },
    replenish(shape) {
      const demand = pool.demandOf(shape);
      demand.calls = Math.max(0, demand.calls - 1);
      pool.fill(demand, shape);
    },
    expect(shape) {
      const demand = pool.demandOf(shape);
      const ahead = demand.waiting.length + (demand.starting === undefined ? 0 : 1);
      pool.want(demand, Math.max(ahead + 1, FIRST_CALLS));
      pool.fill(demand, shape);
    },
    close: pool.close,
  };
}
