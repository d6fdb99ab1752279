// `claims.ts [seconds]`: what many workers cost one PostgreSQL with nothing but taking work: real statements on the real tables, a
// connection a worker. Prints one line of JSON.

import { setTimeout as delay } from "node:timers/promises";
import {
  type Crew,
  createClaimers,
  createConsumers,
  createWatchers,
  type Step,
  sampleWaits,
} from "./claims-traffic.ts";
import { type ClaimsWorld, openClaimsWorld } from "./claims-world.ts";
import { cpuBetween } from "./process-figures.ts";

/** What one crew did in its time. */
export interface ClaimFigures {
  readonly traffic: string;
  readonly workers: number;
  readonly perSecond: number;
  /** Processor time of the database, in ms an item, and in cores. */
  readonly databaseMs: number;
  readonly databaseCores: number;
  /** The program that plays the workers. */
  readonly clientCores: number;
  readonly commitsEach: number;
  /** ms of one step, as its worker waits for it. */
  readonly stepP50: number;
  readonly stepP99: number;
  /** Shares of what connections that are at it do or wait for, most frequent first. */
  readonly waits: readonly (readonly [string, number])[];
}

const SECONDS = Number(process.argv[2] ?? 5);
/** More than any crew gets through in its time. */
const ENOUGH = SECONDS * 6_000;
const SAMPLE = 40;

interface Trial {
  readonly traffic: string;
  readonly workers: number;
  /** ms between the beginnings of two steps of one worker; as fast as it can without. */
  readonly every?: number;
}

interface Shift {
  readonly until: number;
  /** ms of each step go here. */
  readonly steps: number[];
  readonly every: number | undefined;
}

/** Runs one worker until the time is over or nothing is left. */
async function work(step: Step, { until, steps, every }: Shift): Promise<number> {
  let done = 0;
  if (every !== undefined) await delay(Math.random() * every);
  while (performance.now() < until) {
    const start = performance.now();
    const did = await step();
    if (did === undefined) return done;
    done += did;
    steps.push(performance.now() - start);
    if (every !== undefined) await delay(Math.max(0, start + every - performance.now()));
  }
  return done;
}

async function measure(world: ClaimsWorld, crew: Crew, trial: Trial): Promise<ClaimFigures> {
  const waits = new Map<string, number>();
  const steps: number[] = [];
  let isOver = false;
  const commits = await world.commits();
  const before = world.cpu();
  const client = process.cpuUsage();
  const start = performance.now();
  const sampling = (async () => {
    while (!isOver) {
      await sampleWaits(world.admin, waits);
      await delay(SAMPLE);
    }
  })();
  const until = start + SECONDS * 1_000;
  let each: readonly number[] = [];
  try {
    each = await Promise.all(crew.steps.map((step) => work(step, { until, steps, every: trial.every })));
  } finally {
    // A worker that fails must be heard of, not the sampling that its end cut off.
    isOver = true;
    await sampling;
  }
  const seconds = (performance.now() - start) / 1_000;
  const used = process.cpuUsage(client);
  const database = cpuBetween(before, world.cpu());
  const done = Math.max(
    1,
    each.reduce((sum, count) => sum + count, 0),
  );
  const sorted = steps.toSorted((left, right) => left - right);
  const samples = Math.max(
    1,
    [...waits.values()].reduce((sum, count) => sum + count, 0),
  );
  return {
    traffic: trial.traffic,
    workers: trial.workers,
    perSecond: done / seconds,
    databaseMs: (database * 1_000) / done,
    databaseCores: database / seconds,
    clientCores: (used.user + used.system) / 1e6 / seconds,
    commitsEach: ((await world.commits()) - commits) / done,
    stepP50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    stepP99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    waits: [...waits]
      .map(([what, count]) => [what, count / samples] as const)
      .toSorted((left, right) => right[1] - left[1])
      .slice(0, 4),
  };
}

async function trials(world: ClaimsWorld): Promise<readonly ClaimFigures[]> {
  const figures: ClaimFigures[] = [];
  const add = async (crew: Promise<Crew>, trial: Trial): Promise<void> => {
    const opened = await crew;
    const one = await measure(world, opened, trial);
    figures.push(one);
    console.error(`${trial.traffic}, ${trial.workers} workers: ${one.perSecond.toFixed(0)} a second`);
    await opened.close();
  };
  for (const workers of [1, 10, 100]) {
    const sessions = await world.makeSessions(ENOUGH, 0);
    await add(createClaimers(world, sessions, { workers }), {
      traffic: "agents of runs of their own",
      workers,
    });
  }
  const siblings = await world.makeSessions(ENOUGH / 25, 25);
  await add(createClaimers(world, siblings, { workers: 100 }), { traffic: "25 agents a run", workers: 100 });
  const limited = await world.makeSessions(ENOUGH, 0);
  await add(createClaimers(world, limited, { workers: 100, globalLimit: 1_000 }), {
    traffic: "all under one limit with room",
    workers: 100,
  });
  await add(createConsumers(world, ENOUGH * 10, 100), { traffic: "wake-ups from the queue", workers: 100 });
  await add(createWatchers(world, 100), { traffic: "idle workers look around", workers: 100, every: 1_000 });
  return figures;
}

const world = await openClaimsWorld();
try {
  console.log(JSON.stringify(await trials(world)));
} finally {
  await world.close();
}
