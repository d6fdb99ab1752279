import type { RunId, SessionId } from "../contract/ids.ts";
import type { Database } from "../store/database.ts";
import type { CommitListener } from "../store/event-rows.ts";
import { cancelRun as cancelInStore } from "../store/runs/cancel-run.ts";
import { findRun } from "../store/runs/run-queries.ts";
import { noSuchRun } from "./no-such-run.ts";

export interface CancelRunDeps {
  readonly database: Database;
  readonly onCommit: CommitListener;
  /** Aborts what goes on for it: in this process, and in every other by the doorbell. */
  stop(runId: RunId, sessions: readonly SessionId[]): void;
}

/** Stops a run with everything below it: no model call and no tool call of it begins after this resolved. Idempotent. */
export async function cancelRun(deps: CancelRunDeps, runId: string): Promise<void> {
  if (!(await findRun(deps.database, runId))) throw noSuchRun();
  await cancelInStore(deps.database, runId as RunId, ({ sessions, events }) => {
    deps.stop(runId as RunId, sessions);
    if (events.length > 0) deps.onCommit(events);
  });
}
