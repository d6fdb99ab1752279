import type { RunId, SessionId } from "../contract/ids.ts";
import { type Advance, advanceClaimed, advanceSession, type EngineDeps } from "../engine/advance-session.ts";
import type { LiveSession } from "../engine/live-session.ts";
import type { ClaimedSession, ResumedSession } from "../engine/ports.ts";
import type { KeptSessions } from "./kept-sessions.ts";

export interface SessionRunnerDeps {
  /** All the engine needs but its watch, which is the runner's. */
  readonly engine: Omit<EngineDeps, "watch" | "isLeaving">;
  readonly worker: number;
  /** Where sessions are kept while their children work. */
  readonly kept?: KeptSessions;
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
  /** This worker, if it has room for so many more sessions that nobody had before. */
  roomFor(count: number): number | undefined;
  /** Goes on with sessions that are this worker's already. */
  take(sessions: readonly ClaimedSession[]): void;
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
  /** Sessions that are at work here, being claimed or about to be. */
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
  return new Runner(deps);
}

class Runner implements SessionRunner {
  readonly #deps: SessionRunnerDeps;
  readonly #engine: EngineDeps;
  /** With their claim, where they are this worker's already. */
  readonly #waiting = new Map<SessionId, ClaimedSession | undefined>();
  readonly #running = new Map<SessionId, Promise<void>>();
  readonly #active = new Map<SessionId, Active>();
  readonly #again = new Set<SessionId>();
  /** Runs that were stopped while sessions were being claimed or about to begin: one of theirs may be among them. */
  readonly #stopped = new Set<RunId>();
  #isClosed = false;
  #isDraining = false;
  #interruptions = 0;

  constructor(deps: SessionRunnerDeps) {
    this.#deps = deps;
    this.#engine = {
      ...deps.engine,
      isLeaving: () => this.#isDraining,
      watch: (session) => this.#watch(session),
    };
  }

  wake(sessions: readonly SessionId[]): void {
    for (const sessionId of sessions) this.#enqueue(sessionId);
    this.#pump();
  }

  roomFor(count: number): number | undefined {
    const hasRoom = this.#running.size + this.#waiting.size + count <= this.#deps.maxSessions;
    return hasRoom && !this.#isDraining && !this.#isClosed ? this.#deps.worker : undefined;
  }

  take(sessions: readonly ClaimedSession[]): void {
    for (const claimed of sessions) this.#waiting.set(claimed.sessionId, claimed);
    this.#pump();
  }

  stopRun(runId: RunId): void {
    if (this.#running.size + this.#waiting.size > this.#active.size) this.#stopped.add(runId);
    for (const { session, controller } of this.#active.values()) {
      if (session.claimed.runId === runId) controller.abort();
    }
  }

  stopSessions(sessions: readonly SessionId[]): void {
    for (const sessionId of sessions) this.#active.get(sessionId)?.controller.abort();
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    const ready = [...this.#waiting].flatMap(([sessionId, claimed]) => (claimed ? [] : [sessionId]));
    for (const sessionId of ready) this.#waiting.delete(sessionId);
    if (ready.length > 0) this.#deps.handOver(ready);
    this.#pump();
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  figures(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.size };
  }

  held(): readonly SessionId[] {
    return [...this.#active.keys()];
  }

  atWork(): readonly SessionId[] {
    return [...this.#running.keys(), ...this.#waiting.keys()];
  }

  interruptions(): number {
    return this.#interruptions;
  }

  drop(sessions: readonly SessionId[]): void {
    for (const sessionId of sessions) giveUp(this.#active.get(sessionId));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#deps.kept?.clear();
    for (const one of this.#active.values()) giveUp(one);
    await Promise.all(this.#running.values());
  }

  #watch(session: LiveSession): AbortSignal {
    const controller = new AbortController();
    this.#active.set(session.claimed.sessionId, { session, controller });
    if (this.#stopped.has(session.claimed.runId)) controller.abort();
    return controller.signal;
  }

  #enqueue(sessionId: SessionId): void {
    if (this.#isDraining) this.#deps.handOver([sessionId]);
    else if (this.#running.has(sessionId)) this.#again.add(sessionId);
    else if (!this.#waiting.has(sessionId)) this.#waiting.set(sessionId, undefined);
  }

  async #advance(sessionId: SessionId, claimed: ClaimedSession | undefined): Promise<void> {
    const moving = claimed
      ? advanceClaimed(this.#engine, claimed)
      : advanceSession(this.#engine, sessionId, this.#deps.worker);
    const moved = await moving.catch(this.#deps.onError);
    if (!moved || moved.isInterrupted) this.#interruptions += 1;
    this.#active.delete(sessionId);
    if (moved) this.#goOn(moved, sessionId);
    this.#running.delete(sessionId);
    if (this.#again.delete(sessionId)) this.#enqueue(sessionId);
    this.#pump();
  }

  #goOn({ isOver, wake, asleep, resumed }: Advance, sessionId: SessionId): void {
    if (asleep && !this.#isDraining) this.#deps.kept?.keep(asleep);
    if (isOver) this.#deps.onSessionEnd(sessionId);
    for (const next of wake) this.#enqueue(next);
    if (resumed) this.#resume(resumed);
  }

  /** One that is kept no longer is claimed like any other. */
  #resume(resumed: ResumedSession): void {
    const claimed = this.#deps.kept?.take(resumed);
    if (claimed) this.#waiting.set(resumed.sessionId, claimed);
    else
      this.#deps.engine.sessions
        .giveBack(resumed)
        .then(() => this.wake([resumed.sessionId]))
        .catch(this.#deps.onError);
  }

  #pump(): void {
    for (const [sessionId, claimed] of this.#waiting) {
      // While this worker leaves, those that are its already are begun all the same: at their turn boundary they are given back.
      const isFull = this.#running.size >= this.#deps.maxSessions && !(this.#isDraining && claimed);
      if (this.#isClosed || isFull) return;
      // Its last step here is not over yet: it goes on behind it.
      if (this.#running.has(sessionId)) continue;
      this.#waiting.delete(sessionId);
      this.#running.set(sessionId, this.#advance(sessionId, claimed));
    }
  }
}
