"use client";

import { useSkillChanges } from "./use-skill-changes.ts";

/** Follows skills for as long as it stands. For pages that load it late. */
export function SkillChanges() {
  useSkillChanges();
  return null;
}
