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
export function followRun(
  { database, hub }: FollowRunDeps,
  run: { readonly runId: string; readonly afterSeq: number },
  signal: AbortSignal,
): AsyncIterable<RunSignal> {
  const runId = run.runId as RunId;
  // Handed on as it is where it is known to be there: each event would pass through another generator.
  if (hub.isKnown(runId)) return hub.follow(runId, run.afterSeq, signal);
  return followIfThere({ database, hub }, { runId, afterSeq: run.afterSeq }, signal);
}

async function* followIfThere(
  { database, hub }: FollowRunDeps,
  { runId, afterSeq }: { readonly runId: RunId; readonly afterSeq: number },
  signal: AbortSignal,
): AsyncGenerator<RunSignal> {
  if (!(await hasRun(database, runId))) throw new AppError("not_found", "There is no such run.");
  yield* hub.follow(runId, afterSeq, signal);
}
