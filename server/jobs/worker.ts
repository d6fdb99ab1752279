import type { RunId, SessionId } from "../contract/ids.ts";
import type { SessionRunner } from "./session-runner.ts";
import { type Sweep, startSweep } from "./sweep.ts";

/** The proof of life under which a worker owns sessions; lost with its connection. */
export interface WorkerLock {
  readonly worker: number;
  beat(): Promise<void>;
  reclaim(): Promise<readonly SessionId[]>;
  ready(): Promise<readonly SessionId[]>;
  lost(sessions: readonly SessionId[]): Promise<readonly SessionId[]>;
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
  /** Milliseconds between attempts to register anew. */
  readonly retryDelay?: number;
}

/** Advances sessions in this process for as long as it can prove that it lives. */
export interface Worker {
  /** Sessions that are handed over while it is registering anew are found by its first sweep. */
  wake(sessions: readonly SessionId[]): void;
  /** The same, if it is this worker that was meant. */
  wakeHere(worker: number, sessionId: SessionId): void;
  stopRun(runId: RunId): void;
  stopSessions(sessions: readonly SessionId[]): void;
  /** Gives its sessions back, so that others can go on at once. */
  close(): Promise<void>;
}

interface Registration {
  readonly lock: WorkerLock;
  readonly runner: SessionRunner;
  readonly sweep: Sweep | undefined;
}

/** Resolves when the worker is registered for the first time. A worker that loses its lock drops everything and registers anew. */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  let current: Registration | undefined;
  let isClosed = false;

  const register = async (): Promise<void> => {
    const lock = await deps.acquireLock(onLost);
    if (isClosed) {
      await lock.release();
      return;
    }
    const runner = deps.createRunner(lock.worker);
    const sweep = deps.sweeps ? startSweep({ lock, runner, onError: deps.onError }) : undefined;
    current = { lock, runner, sweep };
  };
  const onLost = (error: unknown): void => {
    const lost = current;
    current = undefined;
    deps.onError(error);
    void Promise.allSettled([lost?.sweep?.close(), lost?.runner.close()]).then(retry);
  };
  const retry = (): void => {
    if (isClosed) return;
    register().catch((error: unknown) => {
      deps.onError(error);
      setTimeout(retry, deps.retryDelay ?? 1_000).unref();
    });
  };

  await register();
  return {
    wake: (sessions) => current?.runner.wake(sessions),
    wakeHere(worker, sessionId) {
      if (current?.lock.worker === worker) current.runner.wake([sessionId]);
    },
    stopRun: (runId) => current?.runner.stopRun(runId),
    stopSessions: (sessions) => current?.runner.stopSessions(sessions),
    async close() {
      isClosed = true;
      await current?.sweep?.close();
      await current?.runner.close();
      const left = (await current?.lock.release()) ?? [];
      if (left.length > 0) await deps.handOver(left);
    },
  };
}
