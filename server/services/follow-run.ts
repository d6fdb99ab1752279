import { AppError } from "../contract/app-error.ts";
import type { RunId } from "../contract/ids.ts";
import type { RunSignal } from "../contract/run-event.ts";
import type { RunEventHub } from "../events/run-event-hub.ts";
import type { Database } from "../store/database.ts";
import { hasRun } from "../store/runs/run-queries.ts";

export interface FollowRunDeps {
  readonly database: Database;
  readonly hub: RunEventHub;
}

/** Everything that happened and happens in a run. Rejects with `not_found` where there is no such run. */
export async function* followRun(
  { database, hub }: FollowRunDeps,
  run: { readonly runId: string; readonly afterSeq: number },
  signal: AbortSignal,
): AsyncGenerator<RunSignal> {
  const isThere = hub.isKnown(run.runId as RunId) || (await hasRun(database, run.runId));
  if (!isThere) throw new AppError("not_found", "There is no such run.");
  yield* hub.follow(run.runId as RunId, run.afterSeq, signal);
}
