import type { RunId, SessionId } from "../contract/ids.ts";
import { advanceSession, type EngineDeps } from "../engine/advance-session.ts";
import type { LiveSession } from "../engine/live-session.ts";

export interface SessionRunnerDeps {
  /** All the engine needs but its watch, which is the runner's. */
  readonly engine: Omit<EngineDeps, "watch" | "isLeaving">;
  readonly worker: number;
  /** Sessions this process advances at the same time; others wait in order. */
  readonly maxSessions: number;
  /** The session is over, or this worker lost it: what belongs to it can go. */
  onSessionEnd(sessionId: SessionId): void;
  /** Sessions that can go on and that this worker, which is about to stop, leaves to others. */
  handOver(sessions: readonly SessionId[]): void;
  /** Told about what should be impossible. */
  onError(error: unknown): void;
}

/** Advances sessions in this process, each at most once at a time. */
export interface SessionRunner {
  wake(sessions: readonly SessionId[]): void;
  /** Aborts everything of a run that goes on here; the database has already fenced it off. */
  stopRun(runId: RunId): void;
  /** Aborts these sessions where they go on here; the database has already fenced them off. */
  stopSessions(sessions: readonly SessionId[]): void;
  /** Leaves sessions to others at their next turn boundary, and takes no more. Resolves when nothing runs any more. */
  drain(): Promise<void>;
  /** How many sessions are at work here, and how many wait here because this process has no room. */
  figures(): { readonly running: number; readonly waiting: number };
  /** Sessions that are at work here. */
  held(): readonly SessionId[];
  /** Sessions that are at work here or being claimed. */
  atWork(): readonly SessionId[];
  /** How often a session may have been left behind here, by an outage of the store. */
  interruptions(): number;
  /** Ends the work on sessions that are not this worker's any more. */
  drop(sessions: readonly SessionId[]): void;
  /** Gives every session up without writing, and takes no more. Resolves when nothing runs any more. */
  close(): Promise<void>;
}

interface Active {
  readonly session: LiveSession;
  readonly controller: AbortController;
}

function giveUp(active: Active | undefined): void {
  active?.session.abandon();
  active?.controller.abort();
}

export function createSessionRunner(deps: SessionRunnerDeps): SessionRunner {
  const waiting = new Set<SessionId>();
  const running = new Map<SessionId, Promise<void>>();
  const active = new Map<SessionId, Active>();
  const again = new Set<SessionId>();
  /** Runs that were stopped while sessions were being claimed: one of theirs may be among them. */
  const stopped = new Set<RunId>();
  let isClosed = false;
  let isDraining = false;
  let interruptions = 0;
  const engine: EngineDeps = { ...deps.engine, isLeaving: () => isDraining, watch: (one) => watch(one) };

  const watch = (session: LiveSession): AbortSignal => {
    const controller = new AbortController();
    active.set(session.claimed.sessionId, { session, controller });
    if (stopped.has(session.claimed.runId)) controller.abort();
    return controller.signal;
  };

  const enqueue = (sessionId: SessionId): void => {
    if (isDraining) deps.handOver([sessionId]);
    else if (running.has(sessionId)) again.add(sessionId);
    else waiting.add(sessionId);
  };

  const advance = async (sessionId: SessionId): Promise<void> => {
    const moved = await advanceSession(engine, sessionId, deps.worker).catch(deps.onError);
    if (!moved || moved.isInterrupted) interruptions += 1;
    active.delete(sessionId);
    if (moved?.isOver) deps.onSessionEnd(sessionId);
    for (const next of moved?.wake ?? []) enqueue(next);
    running.delete(sessionId);
    if (again.delete(sessionId)) enqueue(sessionId);
    pump();
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
      for (const sessionId of sessions) enqueue(sessionId);
      pump();
    },
    stopRun(runId) {
      if (running.size > active.size) stopped.add(runId);
      for (const { session, controller } of active.values()) {
        if (session.claimed.runId === runId) controller.abort();
      }
    },
    stopSessions(sessions) {
      for (const sessionId of sessions) active.get(sessionId)?.controller.abort();
    },
    async drain() {
      isDraining = true;
      if (waiting.size > 0) deps.handOver([...waiting]);
      waiting.clear();
      while (running.size > 0) await Promise.all(running.values());
    },
    figures: () => ({ running: running.size, waiting: waiting.size }),
    held: () => [...active.keys()],
    atWork: () => [...running.keys()],
    interruptions: () => interruptions,
    drop(sessions) {
      for (const sessionId of sessions) giveUp(active.get(sessionId));
    },
    async close() {
      isClosed = true;
      waiting.clear();
      for (const one of active.values()) giveUp(one);
      await Promise.all(running.values());
    },
  };
}
