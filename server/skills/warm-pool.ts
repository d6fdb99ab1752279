import type { ProcessShape, SkillProcess } from "./skill-process.ts";

interface Waiting {
  readonly process: SkillProcess;
  readonly timer: NodeJS.Timeout;
}

/** What is known of the calls of one skill at one revision, and the processes that wait for them. */
export interface Demand {
  readonly skill: string;
  waiting: readonly Waiting[];
  /** The one that is being started; a call may take it. Two that start at once are both slower. */
  starting: Promise<SkillProcess | undefined> | undefined;
  /** That are under way. */
  calls: number;
  /** How many are to wait, until then. */
  wanted: number;
  until: number;
}

export interface WarmOptions {
  start(shape: ProcessShape): Promise<SkillProcess>;
  /** How many may wait at most. */
  readonly size: number;
  /** How long one waits, and how long the number of calls at a time is remembered. */
  readonly idleMs?: number;
}

/** Processes that wait for calls, by what they have in reach. */
export interface WarmPool {
  demandOf(shape: ProcessShape): Demand;
  /** Raises how many are to wait. */
  want(demand: Demand, count: number): void;
  /** Starts what is missing, one after the other. */
  fill(demand: Demand, shape: ProcessShape): void;
  /** One that waits, one that is being started, or a new one. */
  take(demand: Demand, shape: ProcessShape): Promise<SkillProcess>;
  /** Ends what waits for other revisions, and what has ended by itself. */
  clear(demand: Demand): void;
  close(): Promise<void>;
}

const IDLE_MS = 300_000;

interface State extends Required<WarmOptions> {
  readonly demands: Map<string, Demand>;
  readonly ending: Set<Promise<void>>;
  isClosed: boolean;
}

export function createWarmPool({ start, size, idleMs = IDLE_MS }: WarmOptions): WarmPool {
  const state: State = { start, size, idleMs, demands: new Map(), ending: new Set(), isClosed: false };
  const { demands } = state;
  return {
    demandOf(shape) {
      const key = keyOf(shape);
      const skill = shape.skill.name;
      const fresh: Demand = { skill, waiting: [], starting: undefined, calls: 0, wanted: 0, until: 0 };
      const demand = demands.get(key) ?? fresh;
      // Whatever was asked for last stands last: room is made at the front.
      demands.delete(key);
      demands.set(key, demand);
      return demand;
    },
    want(demand, count) {
      if (count < wantedOf(demand)) return;
      demand.wanted = Math.min(count, size);
      demand.until = performance.now() + idleMs;
    },
    fill: (demand, shape) => fill(state, demand, shape),
    take: (demand, shape) => take(state, demand, shape),
    clear(demand) {
      for (const other of [...demands.values()])
        if (other !== demand && other.skill === demand.skill) retire(state, other, () => true);
      retire(state, demand, (one) => !one.process.tree.isAlive());
    },
    async close() {
      state.isClosed = true;
      await Promise.allSettled([...demands.values()].map(({ starting }) => starting));
      for (const demand of [...demands.values()]) retire(state, demand, () => true);
      await Promise.allSettled(state.ending);
    },
  };
}

function end({ ending }: State, process: SkillProcess): void {
  const gone = process.dispose().finally(() => ending.delete(gone));
  ending.add(gone);
}

function retire(state: State, demand: Demand, isOver: (one: Waiting) => boolean): void {
  const over = demand.waiting.filter(isOver);
  demand.waiting = demand.waiting.filter((one) => !isOver(one));
  for (const { timer, process } of over) {
    clearTimeout(timer);
    end(state, process);
  }
  forgetIdle(state);
}

function forgetIdle({ demands }: State): void {
  for (const [key, { waiting, starting, calls }] of demands)
    if (waiting.length === 0 && starting === undefined && calls === 0) demands.delete(key);
}

const waitingIn = ({ demands }: State): number =>
  [...demands.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);

/** The first of a skill that several wait for, else of the skill that was used longest ago. */
function makeRoom(state: State): void {
  if (waitingIn(state) <= state.size) return;
  const all = [...state.demands.values()].filter(({ waiting }) => waiting.length > 0);
  const demand = all.find(({ waiting }) => waiting.length > 1) ?? all[0];
  const oldest = demand?.waiting[0];
  if (demand) retire(state, demand, (one) => one === oldest);
}

function fill(state: State, demand: Demand, shape: ProcessShape): void {
  const { length } = demand.waiting;
  // The second one for a skill takes nobody's place.
  const isEnough = length >= wantedOf(demand) || (length > 0 && waitingIn(state) >= state.size);
  if (state.isClosed || state.size === 0 || isEnough || demand.starting !== undefined) {
    forgetIdle(state);
    return;
  }
  // What fails here fails again, and is told, when a call needs it.
  const started = state.start(shape).catch(() => undefined);
  demand.starting = started;
  void started.then((process) => {
    if (demand.starting !== started) return;
    demand.starting = undefined;
    if (!process) {
      forgetIdle(state);
      return;
    }
    if (state.isClosed) {
      end(state, process);
      return;
    }
    const timer = setTimeout(
      () => retire(state, demand, (one) => one.process === process),
      state.idleMs,
    ).unref();
    demand.waiting = [...demand.waiting, { process, timer }];
    makeRoom(state);
    fill(state, demand, shape);
  });
}

async function take(state: State, demand: Demand, shape: ProcessShape): Promise<SkillProcess> {
  const [found, ...others] = demand.waiting;
  if (found) {
    clearTimeout(found.timer);
    demand.waiting = others;
    return found.process;
  }
  const begun = demand.starting;
  demand.starting = undefined;
  const started = await begun;
  if (started?.tree.isAlive()) return started;
  if (started) end(state, started);
  return state.start(shape);
}

/** After a call one is to wait at least. */
function wantedOf({ wanted, until }: Demand): number {
  return performance.now() < until ? wanted : 1;
}

/** Alike for calls that need the same in reach. */
function keyOf({ skill, runtime }: ProcessShape): string {
  return JSON.stringify([skill.folder, skill.revision, skill.networkHosts, runtime.python]);
}
