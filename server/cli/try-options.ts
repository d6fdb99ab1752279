import { join } from "node:path";
import { createSandbox } from "../skills/sandbox.ts";
import type { TryOptions } from "../skills/try-skill.ts";
import type { LocalSkills } from "./local-skills.ts";

/** What trying a skill needs, from what the command knows. Working folders lie in the data folder. */
export function toTryOptions(local: LocalSkills): TryOptions {
  const { skillSandbox: mode, searchPath } = local.environment;
  return {
    interpreter: local.interpreter,
    sandbox: createSandbox({ mode, searchPath }),
    helpersPath: local.helpersPath,
    searchPath,
    workPath: join(local.environment.dataDir, "work"),
    nodeCommand: process.execPath,
  };
}
