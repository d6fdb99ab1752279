import { basename, resolve } from "node:path";
import type { OpenedSkill } from "./open-skill.ts";

/** A skill that was asked for and is nowhere, as one that does not load and says so. */
export function toMissingSkill(nameOrPath: string): OpenedSkill {
  const path = resolve(nameOrPath);
  const message = `There is no skill ${nameOrPath}, neither as a path nor as a name.`;
  const folder = { path, files: [], findings: [], signature: "missing" };
  return {
    folder,
    record: {
      name: basename(path),
      description: "",
      root: "",
      folder: path,
      revision: "",
      networkHosts: [],
      secrets: [],
      isUsable: false,
      findings: [{ level: "error", rule: "skill-missing", message, file: nameOrPath }],
      body: "",
      files: [],
      functions: [],
      requirements: [],
    },
  };
}
