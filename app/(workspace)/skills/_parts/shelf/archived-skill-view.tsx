import type { ArchivedSkill } from "@/server/contract/skill-desk.ts";
import { Chip } from "../../../../_ui/chip.tsx";
import { formatSize } from "../../../../_ui/format-size.ts";
import { ScrollBox } from "../../../../_ui/scroll-box.tsx";
import { FindingList } from "../findings.tsx";

interface ArchivedSkillViewProps {
  readonly skill: ArchivedSkill;
}

/** A skill of an archive: what would be written, what it brings and what the doctor says, before it is installed. */
export function ArchivedSkillView({ skill }: ArchivedSkillViewProps) {
  return (
    <section aria-label={`Skill ${skill.name}`} className="flex flex-col gap-2 rounded-3 border p-3">
      <h3 className="flex flex-wrap items-center gap-2">
        <span className="mono text-13 font-medium">{skill.name}</span>
        {skill.isUsable ? null : <Chip tone="fail">Does not load: not installed</Chip>}
        {skill.isTaken ? <Chip tone="line">There is one of this name</Chip> : null}
      </h3>
      <p className="text-12 text-text-2 wrap-anywhere">{skill.description || "No description"}</p>
      {skill.functionNames.length > 0 ? (
        <p className="text-12 wrap-anywhere">
          Functions: <span className="mono">{skill.functionNames.join(", ")}</span>
        </p>
      ) : null}
      <details>
        <summary className="cursor-pointer text-12 text-text-2">
          {skill.files.length === 1 ? "1 file" : `${skill.files.length} files`} would be written
        </summary>
        <ScrollBox aria-label="Files" className="mt-1 max-h-48 overflow-y-auto">
          <ul>
            {skill.files.map((file) => (
              <li key={file.path} className="flex gap-3 text-12">
                <span className="mono min-w-0 flex-1 wrap-anywhere">{file.path}</span>
                <span className="num text-11 text-text-3">{formatSize(file.size)}</span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      </details>
      <FindingList findings={skill.findings} onMend={undefined} />
    </section>
  );
}
