"use client";

import { useState } from "react";
import type { SkillDetail } from "@/server/contract/api.ts";
import { SchemaView } from "../../../_ui/schema-view.tsx";
import { Segmented } from "../../../_ui/segmented.tsx";

interface SkillFunctionsProps {
  readonly skill: SkillDetail;
}

/** The functions an agent gets with the skill, one at a time. */
export function SkillFunctions({ skill }: SkillFunctionsProps) {
  const [name, setName] = useState(skill.functions[0]?.name ?? "");
  const shown = skill.functions.find((candidate) => candidate.name === name);
  if (!shown) {
    return (
      <p className="max-w-[35rem] text-12 text-text-2">
        This skill is instructions only. A Python file in its folder with typed, documented functions would
        give the agent tools as well.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Function"
          value={name}
          onValueChange={setName}
          options={skill.functions.map((option) => ({
            value: option.name,
            label: option.name,
            isMono: true,
          }))}
        />
        <span className="mono ml-auto text-11 text-text-3">
          {shown.file}:{shown.line}
        </span>
      </div>
      <p className="max-w-[35rem] text-text-2 whitespace-pre-line">{shown.description || "No description"}</p>
      <SchemaView schema={shown.inputSchema} label={`Arguments of ${shown.name}`} />
    </div>
  );
}
