import type { Client } from "pg";
import { PgBoss } from "pg-boss";
import type { SessionId } from "../server/contract/ids.ts";
import type { RunEventBody } from "../server/contract/run-event.ts";
import { createDatabase } from "../server/store/database.ts";
import { createOrgVersionCache } from "../server/store/orgs/org-version-cache.ts";
import { createSessionStore } from "../server/store/sessions/postgres-session-store.ts";
import { createSlotDesk } from "../server/store/slots/slot-desk.ts";
import { acquireWorkerLock } from "../server/store/worker-lock.ts";
import type { ClaimsWorld } from "./claims-world.ts";
import { openOneConnection } from "./one-connection.ts";

const USAGE = { inputTokens: 900, cachedInputTokens: 0, outputTokens: 60, cost: 0.001 };
const TURN: RunEventBody = {
  type: "turn.finished",
  turn: 1,
  message: { role: "assistant", text: "It is done. ".repeat(20), calls: [] },
  usage: USAGE,
  durationMs: 900,
  firstTextMs: 300,
};

/** One step of one worker; undefined when nothing is left. Resolves with how much it did. */
export type Step = () => Promise<number | undefined>;

/** Workers that are connected and can begin. */
export interface Crew {
  readonly steps: readonly Step[];
  close(): Promise<void>;
}

export interface CrewOptions {
  readonly workers: number;
  /** Sessions that all workers count under together; undefined for no limit. */
  readonly globalLimit?: number | undefined;
}

/** Workers with one connection each, which claim a session, commit a turn and finish it. */
export async function createClaimers(
  world: ClaimsWorld,
  sessions: readonly string[],
  { workers, globalLimit }: CrewOptions,
): Promise<Crew> {
  const waiting = sessions.values();
  const pools = await Promise.all(
    Array.from({ length: workers }, (_, index) => openOneConnection(world.url, `openhive-claimer-${index}`)),
  );
  const steps = pools.map((database, index): Step => {
    const providers = { read: async () => new Map<string, number>() };
    const onCommit = (): void => undefined;
    const slots = createSlotDesk({ database, onCommit, global: globalLimit, providers });
    const store = createSessionStore({
      database,
      versions: createOrgVersionCache(database),
      onCommit,
      slots,
    });
    return async () => {
      const next = waiting.next();
      if (next.done) return undefined;
      const claimed = await store.claim(next.value as SessionId, index + 1);
      // No room under the limit: it waits in line.
      if (!claimed) return 0;
      await store.append(claimed, [TURN]);
      await store.finish(claimed, [], { outcome: "completed", answer: "Done.", usage: USAGE });
      return 1;
    };
  });
  return { steps, close: async () => void (await Promise.all(pools.map((pool) => pool.end()))) };
}

const QUEUE = "claims";
const BATCH = 50;

/** Workers with one connection each, which take wake-ups from the queue as OpenHive does. */
export async function createConsumers(world: ClaimsWorld, jobs: number, workers: number): Promise<Crew> {
  const boss = new PgBoss({
    connectionString: world.url,
    schema: "pgboss",
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.createQueue(QUEUE, { retryLimit: 20, retryDelay: 0, expireInSeconds: 60 });
  for (let made = 0; made < jobs; made += 10_000) {
    await boss.insert(
      QUEUE,
      Array.from({ length: Math.min(10_000, jobs - made) }, (_, index) => ({
        data: { sessionId: `${made + index}` },
      })),
    );
  }
  await world.admin.query("analyze");
  const pools = Array.from({ length: workers }, (_, index) =>
    createDatabase(world.url, `openhive-consumer-${index}`),
  );
  const steps = pools.map((pool): Step => {
    const db = { executeSql: async (text: string, values: unknown[] = []) => pool.query(text, values) };
    return async () => {
      const taken = await boss.fetch(QUEUE, { batchSize: BATCH, db });
      if (taken.length === 0) return undefined;
      await boss.complete(
        QUEUE,
        taken.map(({ id }) => id),
        null,
        { db },
      );
      return taken.length;
    };
  });
  await Promise.all(pools.map((pool) => pool.query("select 1")));
  return {
    steps,
    async close() {
      await boss.stop({ graceful: false });
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Workers that hold their locks and look around once a second, as idle ones do; a step is one look. */
export async function createWatchers(world: ClaimsWorld, workers: number): Promise<Crew> {
  const locks = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      acquireWorkerLock({
        url: world.url,
        applicationName: `openhive-watcher-${index}`,
        onLost: () => undefined,
      }),
    ),
  );
  let looks = 0;
  const steps = locks.map((lock): Step => {
    return async () => {
      looks += 1;
      await lock.beat();
      await lock.reclaim();
      if (looks % 5 === 0) {
        await lock.forgotten([]);
        await lock.ready();
      }
      await lock.firstInLine();
      return 1;
    };
  });
  return { steps, close: async () => void (await Promise.all(locks.map((lock) => lock.release()))) };
}

const WAITS = `select coalesce(wait_event_type || ':' || wait_event, 'processor') as what, count(*)::int as count
from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend' group by 1`;

/** What the connections of workers wait for inside the database, sampled while they are at it. */
export async function sampleWaits(admin: Client, into: Map<string, number>): Promise<void> {
  const { rows } = await admin.query<{ what: string; count: number }>(WAITS);
  for (const { what, count } of rows) into.set(what, (into.get(what) ?? 0) + count);
}
