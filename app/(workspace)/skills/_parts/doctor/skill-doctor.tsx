"use client";

import { Wrench } from "lucide-react";
import { useState } from "react";
import type { SkillDetail } from "@/server/contract/api.ts";
import { Button } from "../../../../_ui/button.tsx";
import { lazyPart } from "../../../../_ui/lazy-part.tsx";
import { FindingList } from "../findings.tsx";
import { EditManual } from "../manual/edit-manual.tsx";
import { useIsReadOnly } from "../use-is-read-only.ts";

// The comparison of texts comes with the first mend.
const MendDialog = lazyPart(async () => (await import("./mend-dialog.tsx")).MendDialog);

interface SkillDoctorProps {
  readonly skill: SkillDetail;
}

/** What the doctor says of a skill, and the mends that are safe: one, or all of them. */
export function SkillDoctor({ skill }: SkillDoctorProps) {
  const [mending, setMending] = useState<{ readonly rule: string | undefined }>();
  const isReadOnly = useIsReadOnly(skill.root);
  const count = skill.findings.filter((finding) => finding.fix).length;
  return (
    <div className="flex max-w-[44rem] flex-col gap-2">
      {isReadOnly ? null : (
        <div className="flex flex-wrap items-center gap-2">
          {skill.findings.length > 0 ? (
            <p className="min-w-0 flex-1 text-12 text-text-2">{mendableText(count)}</p>
          ) : null}
          <EditManual skill={skill} />
          {count > 0 ? (
            <Button onClick={() => setMending({ rule: undefined })}>
              <Wrench />
              Mend all
            </Button>
          ) : null}
        </div>
      )}
      <FindingList
        findings={skill.findings}
        onMend={isReadOnly ? undefined : (rule) => setMending({ rule })}
      />
      {mending ? (
        <MendDialog
          skill={skill.name}
          rule={mending.rule}
          onClose={() => setMending(undefined)}
          onShown={(isShown) => setMending(isShown ? mending : undefined)}
        />
      ) : null}
    </div>
  );
}

function mendableText(count: number): string {
  if (count === 0) return "These need your hand: in SKILL.md, or in the files they name.";
  return `${count === 1 ? "1 finding can" : `${count} findings can`} be mended without a doubt.`;
}
