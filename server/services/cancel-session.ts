import { AppError } from "../contract/app-error.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import { cancelBranch } from "../store/sessions/cancel-branch.ts";
import { findSession } from "../store/sessions/find-session.ts";
import { type CancelRunDeps, cancelRun } from "./cancel-run.ts";

export interface CancelSessionDeps extends CancelRunDeps {
  /** Aborts what goes on for these sessions: in this process, and in every other by the doorbell. */
  stopSessions(sessions: readonly SessionId[]): void;
  /** Hands sessions that are ready to whoever works. Never rejects: what it cannot hand over is found later. */
  wakeAnywhere(sessions: readonly SessionId[]): Promise<void>;
}

/**
 * Stops a session with everything below it; its parent is told and goes on without it. The lead's session is the whole run.
 * Idempotent: a session that is over stays as it is.
 */
export async function cancelSession(
  deps: CancelSessionDeps,
  runId: string,
  sessionId: string,
): Promise<void> {
  const session = await findSession(deps.database, { runId, sessionId });
  if (!session) throw new AppError("not_found", "There is no such session in this run.");
  if (session.parentId === null) return cancelRun(deps, runId);
  const { sessions, events, wake } = await cancelBranch(deps.database, {
    runId: runId as RunId,
    sessionId: sessionId as SessionId,
  });
  if (sessions.length > 0) deps.stopSessions(sessions);
  if (events.length > 0) deps.onCommit(events);
  if (wake) await deps.wakeAnywhere([wake]);
}
