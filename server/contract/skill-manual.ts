import { z } from "zod";
import type { SkillFinding } from "./api.ts";

/** Largest manual, in bytes; a skill with a larger one does not load (`manual-large`). */
export const MAX_MANUAL_BYTES = 512_000;

export const checkSkillManualInput = z.object({
  name: z.string().min(1).max(255),
  /** SKILL.md as it would stand, front matter and all. */
  text: z.string().max(MAX_MANUAL_BYTES, "Longer than a SKILL.md may be"),
});
export type CheckSkillManualInput = z.output<typeof checkSkillManualInput>;

export const writeSkillManualInput = checkSkillManualInput.extend({
  /** The text that was read before it was changed: what somebody else wrote meanwhile is not replaced. */
  base: z.string().max(MAX_MANUAL_BYTES),
});
export type WriteSkillManualInput = z.output<typeof writeSkillManualInput>;

/** A skill's SKILL.md as it stands. */
export interface SkillManualText {
  /** Path inside the skill; some are spelled otherwise. */
  readonly file: string;
  readonly text: string;
}

/** What the doctor would say of a text in the place of the manual. */
export interface SkillManualCheck {
  /** False where no agent could use the skill with it. */
  readonly isUsable: boolean;
  readonly findings: readonly SkillFinding[];
}
