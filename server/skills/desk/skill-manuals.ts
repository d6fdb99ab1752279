import { AppError } from "../../contract/app-error.ts";
import type { InTurns } from "../../contract/in-turns.ts";
import {
  type CheckSkillManualInput,
  MAX_MANUAL_BYTES,
  type SkillManualCheck,
  type SkillManualText,
  type WriteSkillManualInput,
} from "../../contract/skill-manual.ts";
import { readInside } from "../../security/read-inside.ts";
import { resolveInside } from "../../security/resolve-inside.ts";
import { checkLinks } from "../check-links.ts";
import { decodeText } from "../decode-text.ts";
import { findManual, readManual } from "../read-manual.ts";
import { replaceFile } from "../replace-file.ts";
import { walk } from "../skill-folder.ts";
import type { SkillRecord } from "../skill-record.ts";
import { writeNewFile } from "../write-new-file.ts";
import type { FoundSkills } from "./found-skills.ts";

/** A skill's SKILL.md as it is read, tried and written on a page. */
export interface SkillManuals {
  /** Empty where there is none yet. Throws `not_found`, and `invalid` for one that is no text or too long. */
  read(name: string): Promise<SkillManualText>;
  /** What the doctor would say of this text; nothing is written. Throws `not_found`. */
  check(input: CheckSkillManualInput): Promise<SkillManualCheck>;
  /**
   * Durable before it resolves. Throws `forbidden` for what ships with OpenHive, and `conflict` where the file is not what
   * the text was based on.
   */
  write(input: WriteSkillManualInput): Promise<void>;
}

export function createSkillManuals(skills: FoundSkills, inTurns: InTurns): SkillManuals {
  return {
    async read(name) {
      const { file, text } = await readText(await skills.any(name));
      return { file: file ?? "SKILL.md", text };
    },
    async check({ name, text }) {
      const { files } = await walk((await skills.any(name)).folder);
      // Of the other files their names alone count: what stands in them does not change with the manual.
      const contents = new Map(files.map(({ path }) => [path, Buffer.alloc(0)]));
      const file = findManual(contents.keys()) ?? "SKILL.md";
      contents.set(file, Buffer.from(text, "utf8"));
      const manual = readManual(contents, name);
      const findings = [...manual.findings, ...checkLinks(contents, manual, file)];
      return { isUsable: manual.description !== "", findings };
    },
    async write({ name, text, base }) {
      const skill = await skills.changeable(name);
      await inTurns(skill.folder, async () => {
        const { file, text: present } = await readText(skill);
        if (present !== base) throw changedElsewhere(name);
        if (file !== undefined)
          await replaceFile(await resolveInside(skill.folder, file), Buffer.from(text, "utf8"));
        else if (!(await writeNewFile(await resolveInside(skill.folder, "SKILL.md"), text)))
          throw changedElsewhere(name);
      });
    },
  };
}

const changedElsewhere = (name: string): AppError =>
  new AppError(
    "conflict",
    `SKILL.md of ${name} was changed elsewhere meanwhile. Copy your text, open it anew and put it in.`,
  );

interface ManualFile {
  /** Undefined where the skill has none. */
  readonly file: string | undefined;
  readonly text: string;
}

/** From the disk, not from what was last known of it. */
async function readText({ name, folder }: SkillRecord): Promise<ManualFile> {
  const { files } = await walk(folder);
  const file = findManual(files.map(({ path }) => path));
  if (file === undefined) return { file, text: "" };
  const { content } = await readInside(folder, file, MAX_MANUAL_BYTES).catch(() => {
    const most = `${MAX_MANUAL_BYTES / 1_000} kB`;
    throw new AppError("invalid", `${file} of ${name} cannot be read, or is longer than ${most}.`);
  });
  const { text, problem } = decodeText(content);
  if (problem === "not-utf-8")
    throw new AppError("invalid", `${file} of ${name} is not UTF-8. Save it as UTF-8 in your editor first.`);
  return { file, text };
}
