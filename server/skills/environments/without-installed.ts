import type { SkillRecord } from "../skill-record.ts";
import type { SkillEnvironments } from "./skill-environments.ts";

/** The skill without the findings about packages that have been installed since it was read. */
export async function withoutInstalled(
  record: SkillRecord,
  environments: Pick<SkillEnvironments, "state">,
): Promise<SkillRecord> {
  if (!record.findings.some(isAboutPackages)) return record;
  const { state } = await environments.state(record);
  return state === "ready"
    ? { ...record, findings: record.findings.filter((finding) => !isAboutPackages(finding)) }
    : record;
}

const isAboutPackages = ({ rule }: { readonly rule: string }): boolean => rule === "dependency-missing";
