import { join } from "node:path";
import type { TryOptions } from "../skills/try-skill.ts";
import type { LocalSkills } from "./local-skills.ts";

/** What trying a skill needs, from what the command knows. Working folders lie in the data folder. */
export function toTryOptions(local: LocalSkills): TryOptions {
  return {
    interpreter: local.interpreter,
    helpersPath: local.helpersPath,
    searchPath: local.environment.searchPath,
    workPath: join(local.environment.dataDir, "work"),
    nodeCommand: process.execPath,
  };
}
