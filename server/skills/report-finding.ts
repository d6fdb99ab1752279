import type { SkillFinding } from "../contract/api.ts";

/** Adds a finding; `at` is the field it is about, or a line of the file. */
export type ReportFinding = (
  level: SkillFinding["level"],
  rule: string,
  what: { readonly message: string; readonly at?: string | number },
) => void;
