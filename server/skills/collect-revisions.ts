import type { SkillEnvironments } from "./environments/skill-environments.ts";
import type { SkillCatalogue } from "./skill-catalogue.ts";
import type { SkillRevisions } from "./skill-revisions.ts";

export interface Collected {
  readonly revisions: Pick<SkillRevisions, "collect" | "list">;
  readonly catalogue: Pick<SkillCatalogue, "list">;
  readonly environments: Pick<SkillEnvironments, "collect">;
}

export interface RevisionUse {
  /** The revisions that some session refers to. */
  inUse(): Promise<ReadonlySet<string>>;
  onError(error: unknown): void;
}

const EVERY_MS = 3_600_000;

/**
 * Removes, every hour, the kept revisions that no run refers to any more, and then the environments that no skill and no kept
 * revision needs. Returns the way to stop.
 */
export function collectRevisions(kept: Collected, { inUse, onError }: RevisionUse): () => void {
  const timer = setInterval(() => void collectOnce(kept, inUse).catch(onError), EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** One such round. */
export async function collectOnce(
  { revisions, catalogue, environments }: Collected,
  inUse: RevisionUse["inUse"],
): Promise<void> {
  await revisions.collect(await inUse());
  const [skills, copies] = await Promise.all([catalogue.list(), revisions.list()]);
  await environments.collect([...skills, ...copies]);
}
