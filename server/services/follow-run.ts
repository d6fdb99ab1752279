import type { RunId } from "../contract/ids.ts";
import type { RunSignal } from "../contract/run-event.ts";
import type { RunEventHub } from "../events/run-event-hub.ts";
import type { Database } from "../store/database.ts";
import { hasRun } from "../store/runs/run-queries.ts";
import { noSuchRun } from "./no-such-run.ts";

export interface FollowRunDeps {
  readonly database: Database;
  readonly hub: RunEventHub;
}

/** Everything that happened and happens in a run, in lists. Rejects with `not_found` where there is no such run. */
export function followRun(
  { database, hub }: FollowRunDeps,
  run: { readonly runId: string; readonly afterSeq: number },
  signal: AbortSignal,
): AsyncIterable<readonly RunSignal[]> {
  const runId = run.runId as RunId;
  if (hub.isKnown(runId)) return hub.follow(runId, run.afterSeq, signal);
  return followIfThere({ database, hub }, { runId, afterSeq: run.afterSeq }, signal);
}

async function* followIfThere(
  { database, hub }: FollowRunDeps,
  { runId, afterSeq }: { readonly runId: RunId; readonly afterSeq: number },
  signal: AbortSignal,
): AsyncGenerator<readonly RunSignal[]> {
  await expectRun(database, runId);
  yield* hub.follow(runId, afterSeq, signal);
}

async function expectRun(database: Database, runId: RunId): Promise<void> {
  if (!(await hasRun(database, runId))) throw noSuchRun();
}

/** Everything that has happened in a run by now, as JSON of an `EventPage` each. Rejects with `not_found` where there is no such run. */
export async function readPast(
  { database, hub }: FollowRunDeps,
  id: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const runId = id as RunId;
  if (!hub.isKnown(runId)) await expectRun(database, runId);
  return hub.readPast(runId, signal);
}

/** Signal by signal. */
export async function* oneByOne(lists: AsyncIterable<readonly RunSignal[]>): AsyncGenerator<RunSignal> {
  for await (const list of lists) for (const signal of list) yield signal;
}
