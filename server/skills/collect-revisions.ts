import type { SkillRevisions } from "./skill-revisions.ts";

export interface RevisionUse {
  /** The revisions that some session refers to. */
  inUse(): Promise<ReadonlySet<string>>;
  onError(error: unknown): void;
}

const EVERY_MS = 3_600_000;

/** Removes, every hour, the kept revisions that no run refers to any more. Returns the way to stop. */
export function collectRevisions(revisions: SkillRevisions, { inUse, onError }: RevisionUse): () => void {
  const collect = (): void => {
    inUse()
      .then((used) => revisions.collect(used))
      .catch(onError);
  };
  const timer = setInterval(collect, EVERY_MS).unref();
  return () => clearInterval(timer);
}
