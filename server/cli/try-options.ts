import { join } from "node:path";
import { createSandbox } from "../security/child-process/sandbox.ts";
import { readAllowedPlaces } from "../security/outbound/allowed-places.ts";
import { createGuardedProxy } from "../security/outbound/guarded-proxy.ts";
import { systemResolver } from "../security/outbound/resolve-place.ts";
import { createIndexProxy } from "../skills/environments/index-proxy.ts";
import {
  createSkillEnvironments,
  type SkillEnvironments,
} from "../skills/environments/skill-environments.ts";
import type { TryOptions } from "../skills/try-skill.ts";
import type { LocalSkills } from "./local-skills.ts";

/** The packages of skills, in the data folder, as the server keeps them. */
export function openEnvironments(local: LocalSkills): SkillEnvironments {
  const { dataDir, skillInstall, skillSandbox: mode, searchPath, outboundAllow } = local.environment;
  const { packageIndex: indexUrl } = local.environment;
  return createSkillEnvironments({
    path: join(dataDir, "skill-environments"),
    mode: skillInstall,
    indexUrl,
    proxy: createIndexProxy({ indexUrl, outboundAllow }),
    interpreter: local.interpreter,
    sandbox: createSandbox({ mode, searchPath }),
    helpersPath: local.helpersPath,
    searchPath,
  });
}

/** What trying a skill needs, from what the command knows. Working folders lie in the data folder. */
export function toTryOptions(local: LocalSkills): TryOptions {
  const { skillSandbox: mode, searchPath, outboundAllow } = local.environment;
  return {
    environments: openEnvironments(local),
    sandbox: createSandbox({ mode, searchPath }),
    proxy: createGuardedProxy({ resolver: systemResolver, allowed: readAllowedPlaces(outboundAllow) }),
    helpersPath: local.helpersPath,
    searchPath,
    workPath: join(local.environment.dataDir, "work"),
    nodeCommand: process.execPath,
    memoryBytes: local.environment.skillMemoryBytes,
  };
}
