import { z } from "zod";
import type { SkillFinding } from "./api.ts";

/** Something that happened to a skill. */
export interface SkillChange {
  readonly name: string;
  readonly kind: "added" | "changed" | "broken" | "mended" | "renamed" | "removed";
  /** Its name before it was renamed. */
  readonly from?: string;
}

/** A folder in which skills are looked for. */
export interface SkillFolderState {
  readonly label: string;
  readonly path: string;
  readonly isThere: boolean;
  readonly skillCount: number;
  readonly findings: readonly SkillFinding[];
  /** Ships with OpenHive: nothing in it is changed from the pages. */
  readonly isReadOnly?: true;
}

/** The folder of a project whose `.claude/skills` and `.agents/skills` are used on this machine. */
export const skillProjectPath = z.string().trim().min(1).max(4_000);

export const skillProjectInput = z.object({ path: skillProjectPath });
