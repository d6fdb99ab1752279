import type { RunId, SessionId } from "../contract/ids.ts";
import type { ClaimedSession } from "../engine/ports.ts";
import type { SessionRunner } from "./session-runner.ts";
import { type SessionBelongings, type Sweep, type SweptSessions, startSweep } from "./sweep.ts";

/** The proof of life under which a worker owns sessions; lost with its connection. */
export interface WorkerLock extends SweptSessions {
  readonly worker: number;
  /** Resolves with the sessions that were given back. */
  release(): Promise<readonly SessionId[]>;
}

export interface WorkerDeps {
  acquireLock(onLost: (error: unknown) => void): Promise<WorkerLock>;
  createRunner(worker: number): SessionRunner;
  onError(error: unknown): void;
  /** Tells other workers about sessions that this one gave back. */
  handOver(sessions: readonly SessionId[]): Promise<void>;
  /** False leaves what others left behind to them: this worker's keys are for its own runs. */
  readonly sweeps: boolean;
  readonly belongings: SessionBelongings;
  /** Milliseconds between attempts to register anew. */
  readonly retryDelay?: number;
}

/** Advances sessions in this process for as long as it can prove that it lives. */
export interface Worker {
  /** Sessions that are handed over while it is registering anew are found by its first sweep. */
  wake(sessions: readonly SessionId[]): void;
  /** The same, if it is this worker that was meant. */
  wakeHere(worker: number, sessionId: SessionId): void;
  /** The worker that would take so many new sessions at once; undefined while there is none, or no room. */
  roomFor(count: number): number | undefined;
  /** Goes on with sessions that are this worker's already. Those that came too late are found as those of a dead worker are. */
  take(sessions: readonly ClaimedSession[]): void;
  stopRun(runId: RunId): void;
  stopSessions(sessions: readonly SessionId[]): void;
  /** How many sessions are at work here, and how many wait here because this process has no room. */
  figures(): { readonly running: number; readonly waiting: number };
  /**
   * Takes no more sessions and leaves those at work to others at their next turn boundary; calls that go on come to their end.
   * Resolves when nothing runs any more, or after so many milliseconds. Close it then.
   */
  drain(milliseconds: number): Promise<void>;
  /** Gives its sessions back, so that others can go on at once. */
  close(): Promise<void>;
}

interface Registration {
  readonly lock: WorkerLock;
  readonly runner: SessionRunner;
  readonly sweep: Sweep;
}

/** Resolves when the worker is registered for the first time. A worker that loses its lock drops everything and registers anew. */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  let current: Registration | undefined;
  let isClosed = false;
  let isDraining = false;
  let isFailing = false;
  const own = { workers: new Set<number>(), sessions: new Set<SessionId>() };

  const register = async (): Promise<void> => {
    const lock = await deps.acquireLock(onLost);
    if (isClosed) {
      await lock.release();
      return;
    }
    const runner = deps.createRunner(lock.worker);
    if (isDraining) void runner.drain();
    const sweep = startSweep({ ...deps, lock, runner, own: deps.sweeps ? undefined : own });
    own.workers.add(lock.worker);
    isFailing = false;
    current = { lock, runner, sweep };
  };
  const onLost = (error: unknown): void => {
    const lost = current;
    current = undefined;
    deps.onError(error);
    void Promise.allSettled([lost?.sweep.close(), lost?.runner.close()]).then(retry);
  };
  const retry = (): void => {
    if (isClosed) return;
    register().catch((error: unknown) => {
      // Once for each outage.
      if (!isFailing) deps.onError(error);
      isFailing = true;
      setTimeout(retry, deps.retryDelay ?? 1_000).unref();
    });
  };

  await register();
  return {
    wake(sessions) {
      if (!deps.sweeps) for (const sessionId of sessions) own.sessions.add(sessionId);
      current?.runner.wake(sessions);
    },
    roomFor: (count) => current?.runner.roomFor(count),
    take(sessions) {
      if (!deps.sweeps) for (const { sessionId } of sessions) own.sessions.add(sessionId);
      current?.runner.take(sessions);
    },
    wakeHere(worker, sessionId) {
      if (current?.lock.worker === worker) current.runner.wake([sessionId]);
    },
    stopRun: (runId) => current?.runner.stopRun(runId),
    stopSessions: (sessions) => current?.runner.stopSessions(sessions),
    figures: () => current?.runner.figures() ?? { running: 0, waiting: 0 },
    async drain(milliseconds) {
      isDraining = true;
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      await Promise.race([current?.runner.drain(), late]);
      clearTimeout(timer);
    },
    async close() {
      isClosed = true;
      await current?.sweep.close();
      await current?.runner.close();
      const left = (await current?.lock.release()) ?? [];
      if (left.length > 0) await deps.handOver(left);
    },
  };
}
