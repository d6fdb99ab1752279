import type { SkillManualCheck } from "@/server/contract/skill-manual.ts";
import { FindingList, FindingsBadge } from "../findings.tsx";

interface ManualFindingsProps {
  readonly check: SkillManualCheck;
}

/** What the doctor says of the text as it is typed. */
export function ManualFindings({ check: { isUsable, findings } }: ManualFindingsProps) {
  return (
    <section aria-label="What the doctor says">
      <p role="status" className="flex flex-wrap items-center gap-2 text-12 text-text-2">
        <FindingsBadge findings={findings} />
        {isUsable ? "" : "No agent could use the skill like this."}
      </p>
      {findings.length > 0 ? <FindingList findings={findings} onMend={undefined} /> : null}
    </section>
  );
}
