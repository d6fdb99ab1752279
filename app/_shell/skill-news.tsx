"use client";

import { useSkillChanges } from "./use-skill-changes.ts";

/** Follows the folders of skills while it is there; shows nothing of its own. */
export function SkillNews() {
  useSkillChanges();
  return null;
}
