import { Check, Info, TriangleAlert, X } from "lucide-react";
import type { SkillFinding } from "@/server/contract/api.ts";
import { placeOfFinding } from "@/server/contract/finding-place.ts";
import { Button } from "../../../_ui/button.tsx";
import { classNames } from "../../../_ui/class-names.ts";

interface FindingsProps {
  readonly findings: readonly SkillFinding[];
}

const plural = (count: number, word: string) => (count === 1 ? `1 ${word}` : `${count} ${word}s`);

/** The doctor's verdict in two words. */
export function FindingsBadge({ findings }: FindingsProps) {
  const errors = findings.filter((finding) => finding.level === "error").length;
  const warnings = findings.filter((finding) => finding.level === "warning").length;
  const base = "inline-flex flex-none items-center gap-1 text-12 whitespace-nowrap [&>.lucide]:size-3";
  if (errors > 0) {
    return (
      <span className={classNames(base, "text-st-fail")}>
        <X />
        {plural(errors, "error")}
      </span>
    );
  }
  if (warnings > 0) {
    return (
      <span className={classNames(base, "text-st-person")}>
        <TriangleAlert />
        {plural(warnings, "warning")}
      </span>
    );
  }
  return (
    <span className={classNames(base, "text-st-done")}>
      <Check />
      Passes
    </span>
  );
}

interface FindingListProps extends FindingsProps {
  /** Shows what mending a rule would change; undefined where nothing may be changed. */
  readonly onMend: ((rule: string) => void) | undefined;
}

/** Everything the doctor found, each with its rule, its place and what would mend it. */
export function FindingList({ findings, onMend }: FindingListProps) {
  if (findings.length === 0) {
    return (
      <p className="flex items-center gap-2 text-12 text-text-2">
        <Check className="size-3.5 text-st-done" />
        Nothing to mend: it follows the rules for skills.
      </p>
    );
  }
  return (
    <ul>
      {findings.map((finding) => (
        <li
          key={`${finding.rule} ${finding.file} ${finding.line} ${finding.message}`}
          className="flex items-start gap-2 border-t py-2.5 first:border-t-0"
        >
          <LevelIcon level={finding.level} />
          <div className="min-w-0 flex-1 wrap-anywhere">
            {finding.message}
            <div className="text-12 text-text-3">
              Rule <span className="mono text-11">{finding.rule}</span>, {placeOfFinding(finding)}
              {finding.fix ? `. ${finding.fix}` : ""}
            </div>
          </div>
          {finding.fix && onMend ? (
            <Button onClick={() => onMend(finding.rule)} aria-label={`Mend ${finding.rule}`}>
              Mend
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function LevelIcon({ level }: Pick<SkillFinding, "level">) {
  if (level === "error") return <X className="mt-0.5 size-3.5 text-st-fail" aria-label="Error" />;
  if (level === "info") return <Info className="mt-0.5 size-3.5 text-text-3" aria-label="Note" />;
  return <TriangleAlert className="mt-0.5 size-3.5 text-st-person" aria-label="Warning" />;
}
