"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { SkillDetail } from "@/server/contract/api.ts";
import { classNames } from "../../../../_ui/class-names.ts";
import { formatSize } from "../../../../_ui/format-size.ts";
import { FileView } from "./file-view.tsx";

interface SkillFilesProps {
  readonly skill: SkillDetail;
}

/** The files that an agent can read of a skill, each to be looked into. */
export function SkillFiles({ skill }: SkillFilesProps) {
  const [open, setOpen] = useState<string>();
  return (
    <ul className="max-w-[54rem]">
      {skill.files.map((file) => {
        const isOpen = file.path === open;
        return (
          <li key={file.path} className="border-t first:border-t-0">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? undefined : file.path)}
              className="flex min-h-9 w-full items-center gap-2 rounded-2 text-left hover:bg-surface-2 focus-inside pointer-coarse:min-h-11"
            >
              <ChevronRight className={classNames("size-3.5 flex-none text-text-3", isOpen && "rotate-90")} />
              <span className="mono min-w-0 flex-1 text-12 wrap-anywhere">{file.path}</span>
              <span className="num flex-none pr-1 text-11 text-text-3">{formatSize(file.size)}</span>
            </button>
            {isOpen ? <FileView skill={skill.name} path={file.path} /> : null}
          </li>
        );
      })}
    </ul>
  );
}
