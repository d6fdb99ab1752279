import type { RunSummary } from "@/server/contract/api.ts";

/** "Research desk, version 14", where it began, whether it is a fork, and the reason when it failed. */
export function runOrigin(run: RunSummary): string {
  const parts = [`${run.orgName}, version ${run.orgVersion}`];
  if (run.fromAgent !== null) parts.push(`From ${run.fromAgent}`);
  if (run.forkedFrom) parts.push("Fork of another run");
  if (isRehearsed(run)) parts.push("Rehearsal model, no cost");
  if (run.error) parts.push(run.error);
  return parts.join(". ");
}

/** A run that failed before its first answer has rehearsed nothing. */
export function isRehearsed(run: RunSummary): boolean {
  return run.isScripted && run.usage.outputTokens > 0;
}

/** Milliseconds from its start to its end, or to now. */
export function elapsedTime(run: RunSummary, now: Date): number {
  const end = run.finishedAt === null ? now.getTime() : new Date(run.finishedAt).getTime();
  return end - new Date(run.startedAt).getTime();
}
