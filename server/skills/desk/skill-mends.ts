import { AppError } from "../../contract/app-error.ts";
import type { InTurns } from "../../contract/in-turns.ts";
import type { MendSkillInput, SkillFileText, SkillMendPlan } from "../../contract/skill-desk.ts";
import { readInside } from "../../security/read-inside.ts";
import { decodeText } from "../decode-text.ts";
import { applyMends, type PlannedMends, planMends } from "../fix-skill.ts";
import { findHiddenText } from "../hidden-text.ts";
import { MAX_FILE_BYTES, walk } from "../skill-folder.ts";
import type { FoundSkills } from "./found-skills.ts";

/** What a person looks at in a skill's folder, and what is mended there. */
export interface SkillMends {
  /** What mending would change; nothing is written. Throws `not_found`. */
  preview(input: MendSkillInput): Promise<SkillMendPlan>;
  /** The same, done. Throws `forbidden` for what ships with OpenHive. */
  mend(input: MendSkillInput): Promise<SkillMendPlan>;
  /** Throws `not_found`. */
  read(name: string, path: string): Promise<SkillFileText>;
}

/** Characters of a file that are shown. */
const MAX_SHOWN = 400_000;

export function createSkillMends(skills: FoundSkills, inTurns: InTurns): SkillMends {
  return {
    async preview({ name, rule }) {
      const { folder } = await skills.any(name);
      return toPlan(await planMends(await walk(folder), name, rule));
    },
    async mend({ name, rule }) {
      const { folder } = await skills.changeable(name);
      return inTurns(folder, async () => {
        const planned = await planMends(await walk(folder), name, rule);
        await applyMends(folder, planned);
        return toPlan(planned);
      });
    },
    async read(name, path) {
      const skill = await skills.any(name);
      const file = skill.files.find((one) => one.path === path);
      // Only what the skill is known to hold: links out of its folder are not among its files.
      if (!file) throw new AppError("not_found", `${name} has no file ${path}.`);
      const { content } = await readInside(skill.folder, path, MAX_FILE_BYTES).catch(() => {
        throw new AppError("not_found", `${path} is not there any more.`);
      });
      return toFileText(path, content);
    },
  };
}

function toFileText(path: string, content: Buffer): SkillFileText {
  const { text, problem } = decodeText(content);
  const isText = problem !== "not-utf-8" && !text.includes("\0");
  return {
    path,
    size: content.byteLength,
    text: isText ? text.slice(0, MAX_SHOWN) : null,
    isCut: isText && text.length > MAX_SHOWN,
    hidden: isText ? findHiddenText(text) : [],
  };
}

function toPlan({ mends, changes }: PlannedMends): SkillMendPlan {
  return {
    mends,
    changes: changes.map(({ file, newName, before, after }) => ({
      file,
      newName,
      before: decodeText(before).text,
      after: decodeText(after).text,
    })),
  };
}
