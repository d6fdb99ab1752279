import { realpath } from "node:fs/promises";
import { AppError } from "../../contract/app-error.ts";
import { isInside } from "../../security/resolve-inside.ts";
import type { SkillCatalogue } from "../skill-catalogue.ts";
import type { SkillRecord } from "../skill-record.ts";

/** Skills by their names, or why one cannot be had. */
export interface FoundSkills {
  /** Throws `not_found`. */
  any(name: string): Promise<SkillRecord>;
  /** Throws `invalid` as well, where the skill does not load. */
  usable(name: string): Promise<SkillRecord>;
  /** Throws `forbidden` as well, for what ships with OpenHive. */
  changeable(name: string): Promise<SkillRecord>;
}

/** Whether a folder truly lies where nothing is changed, by whatever way it was found. */
async function isInAny(
  roots: readonly { readonly path: string; readonly isReadOnly?: boolean | undefined }[],
  folder: string,
): Promise<boolean> {
  const closed = roots.filter(({ isReadOnly }) => isReadOnly);
  const real = await Promise.all(closed.map(({ path }) => realpath(path).catch(() => path)));
  return real.some((path) => isInside(path, folder));
}

export function createFoundSkills(catalogue: Pick<SkillCatalogue, "find" | "roots">): FoundSkills {
  const any = async (name: string): Promise<SkillRecord> => {
    const skill = await catalogue.find(name);
    if (!skill) throw new AppError("not_found", `There is no skill ${name}.`);
    return skill;
  };
  return {
    any,
    async usable(name) {
      const skill = await any(name);
      if (!skill.isUsable)
        throw new AppError("invalid", `${name} does not load. Mend what its doctor says, then try again.`);
      return skill;
    },
    async changeable(name) {
      const skill = await any(name);
      if (await isInAny(await catalogue.roots(), skill.folder))
        throw new AppError(
          "forbidden",
          `${name} ships with OpenHive. Put a copy of it into the data folder and change that.`,
        );
      return skill;
    },
  };
}
