import { AppError } from "../../contract/app-error.ts";
import type {
  CheckSkillManualInput,
  SkillManualCheck,
  SkillManualText,
  WriteSkillManualInput,
} from "../../contract/skill-manual.ts";
import { readInside } from "../../security/read-inside.ts";
import { resolveInside } from "../../security/resolve-inside.ts";
import { checkFiles } from "../check-files.ts";
import { decodeText } from "../decode-text.ts";
import { findManual, readManual } from "../read-manual.ts";
import { replaceFile } from "../replace-file.ts";
import { readContents } from "../skill-contents.ts";
import { MAX_FILE_BYTES, walk } from "../skill-folder.ts";
import type { SkillRecord } from "../skill-record.ts";
import type { FoundSkills } from "./found-skills.ts";

/** A skill's SKILL.md as it is read, tried and written on a page. */
export interface SkillManuals {
  /** Empty where there is none yet. Throws `not_found`, and `invalid` for one that is no text. */
  read(name: string): Promise<SkillManualText>;
  /** What the doctor would say of this text; nothing is written. Throws `not_found`. */
  check(input: CheckSkillManualInput): Promise<SkillManualCheck>;
  /**
   * Durable before it resolves. Throws `forbidden` for what ships with OpenHive, and `conflict` where the file is not what
   * the text was based on.
   */
  write(input: WriteSkillManualInput): Promise<void>;
}

export function createSkillManuals(skills: FoundSkills): SkillManuals {
  return {
    read: async (name) => readText(await skills.any(name)),
    async check({ name, text }) {
      const { folder } = await skills.any(name);
      const contents = new Map(await readContents(await walk(folder)));
      contents.set(findManual(contents.keys()) ?? "SKILL.md", Buffer.from(text, "utf8"));
      const manual = readManual(contents, name);
      const findings = [...manual.findings, ...checkFiles(contents, manual)];
      return { isUsable: manual.description !== "", findings };
    },
    async write({ name, text, base }) {
      const skill = await skills.changeable(name);
      const { file, text: present } = await readText(skill);
      if (present !== base)
        throw new AppError(
          "conflict",
          `${file} of ${name} was changed elsewhere meanwhile. Copy your text, open it anew and put it in.`,
        );
      await replaceFile(await resolveInside(skill.folder, file), Buffer.from(text, "utf8"));
    },
  };
}

/** From the disk, not from what was last known of it. */
async function readText({ name, folder }: SkillRecord): Promise<SkillManualText> {
  const { files } = await walk(folder);
  const file = findManual(files.map(({ path }) => path));
  if (file === undefined) return { file: "SKILL.md", text: "" };
  const { text, problem } = decodeText((await readInside(folder, file, MAX_FILE_BYTES)).content);
  if (problem === "not-utf-8")
    throw new AppError("invalid", `${file} of ${name} is not UTF-8. Save it as UTF-8 in your editor first.`);
  return { file, text };
}
