import type { SkillCatalogue } from "../skill-catalogue.ts";
import type { SkillEnvironments } from "./skill-environments.ts";

export interface Discovery {
  readonly catalogue: Pick<SkillCatalogue, "list" | "subscribe">;
  readonly environments: Pick<SkillEnvironments, "state" | "prepare">;
  onError(error: unknown): void;
}

const GATHER_MS = 1_000;

/**
 * Installs in the background what usable skills need, at the start and whenever a skills folder changes. What failed is not
 * tried again by itself until the skill changes or somebody asks. Returns the way to stop.
 */
export function prepareDiscovered({ catalogue, environments, onError }: Discovery): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    for (const skill of await catalogue.list()) {
      if (isStopped || !skill.isUsable || skill.requirements.length === 0) continue;
      if ((await environments.state(skill)).state === "missing") await environments.prepare(skill);
    }
  };
  const lookSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look().catch(onError), GATHER_MS).unref();
  };
  const stop = catalogue.subscribe(lookSoon);
  lookSoon();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stop();
  };
}
