import { AppError } from "../contract/app-error.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunStatus } from "../contract/run-event.ts";
import type { Database } from "../store/database.ts";
import type { CommitListener } from "../store/event-rows.ts";
import { pauseRun as pauseInStore, resumeRun as resumeInStore } from "../store/runs/pause-run.ts";
import { findRun } from "../store/runs/run-queries.ts";
import { noSuchRun } from "./no-such-run.ts";

export interface PauseRunDeps {
  readonly database: Database;
  readonly onCommit: CommitListener;
  /** Hands sessions that are ready to whoever works. Never rejects: what it cannot hand over is found later. */
  wakeAnywhere(sessions: readonly SessionId[]): Promise<void>;
}

/** Pauses a run: what goes on comes to its end, and nothing new begins until it is resumed. Idempotent. */
export async function pauseRun(deps: PauseRunDeps, runId: string): Promise<void> {
  await requireLive(deps, runId);
  const events = await pauseInStore(deps.database, runId as RunId);
  if (events.length > 0) deps.onCommit(events);
}

/** Lets a paused run go on where it stood. Idempotent. */
export async function resumeRun(deps: PauseRunDeps, runId: string): Promise<void> {
  await requireLive(deps, runId);
  const { events, wake } = await resumeInStore(deps.database, runId as RunId);
  if (events.length > 0) deps.onCommit(events);
  if (wake.length > 0) await deps.wakeAnywhere(wake);
}

const LIVE: ReadonlySet<RunStatus> = new Set(["running", "waiting", "paused"]);

async function requireLive({ database }: PauseRunDeps, runId: string): Promise<void> {
  const found = await findRun(database, runId);
  if (!found) throw noSuchRun();
  if (!LIVE.has(found.summary.status)) throw new AppError("conflict", "The run is over already.");
}
