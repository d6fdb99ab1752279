import type { RunId, SessionId } from "../contract/ids.ts";
import { advanceSession, type EngineDeps } from "../engine/advance-session.ts";
import type { LiveSession } from "../engine/live-session.ts";

export interface SessionRunnerDeps {
  /** All the engine needs but its watch, which is the runner's. */
  readonly engine: Omit<EngineDeps, "watch">;
  readonly worker: number;
  /** Sessions this process advances at the same time; others wait in order. */
  readonly maxSessions: number;
  /** The session is over, or this worker lost it: what belongs to it can go. */
  onSessionEnd(sessionId: SessionId): void;
  /** Told about what should be impossible. */
  onError(error: unknown): void;
}

/** Advances sessions in this process, each at most once at a time. */
export interface SessionRunner {
  wake(sessions: readonly SessionId[]): void;
  /** Aborts everything of a run that goes on here; the database has already fenced it off. */
  stopRun(runId: RunId): void;
  /** Gives every session up without writing, and takes no more. Resolves when nothing runs any more. */
  close(): Promise<void>;
}

interface Active {
  readonly session: LiveSession;
  readonly controller: AbortController;
}

export function createSessionRunner(deps: SessionRunnerDeps): SessionRunner {
  const waiting = new Set<SessionId>();
  const running = new Map<SessionId, Promise<void>>();
  const active = new Map<SessionId, Active>();
  const again = new Set<SessionId>();
  let isClosed = false;

  const watch = (session: LiveSession): AbortSignal => {
    const controller = new AbortController();
    active.set(session.claimed.sessionId, { session, controller });
    return controller.signal;
  };

  const advance = async (sessionId: SessionId): Promise<void> => {
    try {
      const { wake, isOver } = await advanceSession({ ...deps.engine, watch }, sessionId, deps.worker);
      if (isOver) deps.onSessionEnd(sessionId);
      for (const next of wake) (next === sessionId ? again : waiting).add(next);
    } catch (error) {
      deps.onError(error);
    } finally {
      active.delete(sessionId);
      running.delete(sessionId);
      if (again.delete(sessionId)) waiting.add(sessionId);
      pump();
    }
  };

  const pump = (): void => {
    for (const sessionId of waiting) {
      if (isClosed || running.size >= deps.maxSessions) return;
      waiting.delete(sessionId);
      running.set(sessionId, advance(sessionId));
    }
  };

  return {
    wake(sessions) {
      for (const sessionId of sessions) (running.has(sessionId) ? again : waiting).add(sessionId);
      pump();
    },
    stopRun(runId) {
      for (const { session, controller } of active.values()) {
        if (session.claimed.runId === runId) controller.abort();
      }
    },
    async close() {
      isClosed = true;
      waiting.clear();
      for (const { session, controller } of active.values()) {
        session.abandon();
        controller.abort();
      }
      await Promise.all(running.values());
    },
  };
}
