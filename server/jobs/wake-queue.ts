import { PgBoss } from "pg-boss";
import { z } from "zod";
import type { SessionId } from "../contract/ids.ts";

const QUEUE = "advance-session";
const countSchema = z.object({ count: z.number() });
const jobSchema = z.object({ sessionId: z.string() });

/** The slice of a database transaction that a job is written in. */
export interface JobTransaction {
  query(statement: {
    readonly text: string;
    readonly values: unknown[];
  }): Promise<{ readonly rows: unknown[] }>;
}

/**
 * Wake-ups for workers of other processes: "advance session X" and nothing more. The job of a new run is written in its own
 * transaction, any other after the commit that makes the session ready: should it be lost in between, a worker finds the session
 * at one of its next looks. A job is done as soon as a worker has taken the session into its hands: from then on the session's
 * owner and its lock say who is at work.
 */
export interface WakeQueue {
  enqueue(sessions: readonly SessionId[], transaction?: JobTransaction): Promise<void>;
  /** Hands every wake-up to `wake`, here. */
  consume(wake: (sessions: readonly SessionId[]) => void): Promise<void>;
  /** Hands no more out here; others go on. */
  stopConsuming(): Promise<void>;
  /** Wake-ups that nobody has taken yet. */
  depth(): Promise<number>;
  close(): Promise<void>;
}

export interface WakeQueueOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Whether this process consumes: only then is there a connection that hears of new wake-ups. */
  readonly consumes: boolean;
  onError(error: unknown): void;
}

export async function openWakeQueue(options: WakeQueueOptions): Promise<WakeQueue> {
  const { url, applicationName, consumes, onError } = options;
  const boss = new PgBoss({
    connectionString: url,
    application_name: applicationName,
    schema: "pgboss",
    max: 3,
    useListenNotify: consumes,
    schedule: false,
    superviseIntervalSeconds: 5,
  });
  boss.on("error", (problem: unknown) => onError(toError(problem)));
  await boss.start();
  await boss.createQueue(QUEUE, {
    notify: true,
    retryLimit: 20,
    retryDelay: 0,
    expireInSeconds: 60,
    deleteAfterSeconds: 3_600,
  });
  return {
    async enqueue(sessions, transaction) {
      const options = transaction
        ? { db: { executeSql: (text: string, values?: unknown[]) => execute(transaction, text, values) } }
        : {};
      await boss.insert(
        QUEUE,
        sessions.map((sessionId) => ({ data: { sessionId } })),
        options,
      );
    },
    async consume(wake) {
      await boss.work(
        QUEUE,
        { batchSize: 50, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 10 },
        async (jobs) => {
          wake(
            jobs.flatMap((job) => {
              const parsed = jobSchema.safeParse(job.data);
              return parsed.success ? [parsed.data.sessionId as SessionId] : [];
            }),
          );
        },
      );
    },
    stopConsuming: () => boss.offWork(QUEUE, { wait: false }),
    async depth() {
      const { rows } = await boss
        .getDb()
        .executeSql("select count(*)::int as count from pgboss.job where name = $1 and state < 'active'", [
          QUEUE,
        ]);
      return countSchema.parse(rows[0]).count;
    },
    close: () => boss.stop({ graceful: true, timeout: 2_000, close: true }),
  };
}

/** What pg-boss reports of a queue is a copy of the error, which is none itself: nobody would know an outage by it. */
function toError(problem: unknown): unknown {
  if (problem instanceof Error || typeof problem !== "object" || problem === null) return problem;
  const message = "message" in problem ? String(problem.message) : "The queue failed.";
  return Object.assign(new Error(message), problem);
}

async function execute(
  transaction: JobTransaction,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: unknown[] }> {
  const { rows } = await transaction.query({ text, values });
  return { rows };
}
