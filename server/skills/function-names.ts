import { createHash } from "node:crypto";
import type { SkillFunction } from "../contract/api.ts";
import type { SkillRecord } from "./skill-record.ts";

/** A function of an activated skill under the name that the model sees. */
export interface NamedFunction {
  readonly exposedName: string;
  readonly skill: SkillRecord;
  readonly function: SkillFunction;
}

const MAX_LENGTH = 64;

/**
 * Names the functions of activated skills, in order. A function keeps its own name where that is free; else it is called
 * `<skill>_<function>`, then `<skill>_<module>_<function>`. Names of skills that were activated earlier never change because
 * of later ones. Every name fits what model providers accept: 1 to 64 of `[A-Za-z0-9_-]`.
 */
export function nameFunctions(
  skills: readonly SkillRecord[],
  isReserved: (name: string) => boolean,
): readonly NamedFunction[] {
  const taken = new Set<string>();
  return skills.flatMap((skill) =>
    skill.functions.map((fn) => {
      const exposedName = chooseName(skill, fn, (name) => taken.has(name) || isReserved(name));
      taken.add(exposedName);
      return { exposedName, skill, function: fn };
    }),
  );
}

function chooseName(skill: SkillRecord, fn: SkillFunction, isTaken: (name: string) => boolean): string {
  const candidates = [fn.name, `${skill.name}_${fn.name}`, `${skill.name}_${moduleOf(fn)}_${fn.name}`].map(
    fitName,
  );
  const free = candidates.find((name) => !isTaken(name));
  if (free !== undefined) return free;
  for (let number = 2; ; number += 1) {
    const name = fitName(`${skill.name}_${moduleOf(fn)}_${fn.name}_${number}`);
    if (!isTaken(name)) return name;
  }
}

function moduleOf(fn: SkillFunction): string {
  return fn.file.replace(/\.py$/, "").replaceAll("/", "_");
}

/** A name that fits is kept; any other is mended and gets a short hash of the original, so that two never become one. */
function fitName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "_");
  if (plain === name && name.length <= MAX_LENGTH) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${plain.slice(0, MAX_LENGTH - 9)}_${hash}`;
}
