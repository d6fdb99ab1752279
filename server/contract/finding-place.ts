import type { SkillFinding } from "./api.ts";

/** Stands for a file where a finding is about its skill's folder as a whole. */
export const WHOLE_FOLDER = ".";

/** Where to look, in words: "scripts/words.py line 3", or "the folder". */
export function placeOfFinding({ file = WHOLE_FOLDER, line }: Pick<SkillFinding, "file" | "line">): string {
  if (file === WHOLE_FOLDER) return "the folder";
  return line === undefined ? file : `${file} line ${line}`;
}
