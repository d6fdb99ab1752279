import { join } from "node:path";
import type { ContainerOptions } from "./container-options.ts";
import type { Stores } from "./container-stores.ts";
import { collectRevisions } from "./skills/collect-revisions.ts";
import { createSkills } from "./skills/create-skills.ts";
import { prepareDiscovered } from "./skills/environments/prepare-discovered.ts";
import { findSkillRoots, PROJECTS_FILE } from "./skills/skill-roots.ts";
import { createStoredRevisions } from "./store/skill-revisions.ts";
import { listRevisionsInUse } from "./store/skills-in-use.ts";

export interface SkillsDeps {
  readonly stores: Pick<Stores, "artifacts" | "database" | "secretDesk">;
  readonly isReserved: (name: string) => boolean;
  onError(error: unknown): void;
}

/** What skills bring, and the way to end what goes on for them in the background. */
export function openSkills(
  { environment, projectFolder, keepsOwnRuns = false }: ContainerOptions,
  { stores: { artifacts, database, secretDesk }, isReserved, onError }: SkillsDeps,
) {
  const skills = createSkills({
    roots: () => findSkillRoots(projectFolder, environment.dataDir),
    projectsFile: join(environment.dataDir, PROJECTS_FILE),
    ownPath: join(environment.dataDir, "skills"),
    revisionsPath: join(environment.dataDir, "skill-revisions"),
    sharedRevisions: createStoredRevisions(database),
    environmentsPath: join(environment.dataDir, "skill-environments"),
    installMode: environment.skillInstall,
    packageIndex: environment.packageIndex,
    pythonCommand: environment.pythonCommand,
    pythonConcurrency: environment.pythonConcurrency,
    sandboxMode: environment.skillSandbox,
    outboundAllow: environment.outboundAllow,
    memoryBytes: environment.skillMemoryBytes,
    helpersPath: join(projectFolder, "server", "skills", "python"),
    workPath: join(environment.dataDir, "work"),
    files: artifacts,
    searchPath: environment.searchPath,
    nodeCommand: process.execPath,
    secrets: secretDesk.declared,
    isReserved,
  });
  const stopCollecting = collectRevisions(skills, { inUse: () => listRevisionsInUse(database), onError });
  // Where calls are made for as long as the server stands.
  const isServing = environment.role !== "web" && !keepsOwnRuns;
  const stopPreparing = isServing ? prepareDiscovered({ ...skills, onError }) : undefined;
  const closeSkills = async (): Promise<void> => {
    stopCollecting();
    stopPreparing?.();
    await skills.close();
  };
  return { skills, closeSkills };
}
