"use client";

import { Segmented } from "@/app/_ui/segmented.tsx";
import type { WorkspaceChoice } from "@/server/contract/org-document.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";

const OPTIONS = [
  { value: "run", label: "Own for each run" },
  { value: "org", label: "Shared by all runs" },
] as const;
const HINTS: Readonly<Record<WorkspaceChoice, string>> = {
  run: "A run begins with the files you attach. What others leave does not touch it.",
  org: "What a run leaves is there for the next one. Runs at the same time take turns.",
};

/** What the org's agents work in. */
export function WorkspaceField() {
  const workspace = useEditor((state) => state.document.workspace ?? "run");
  const { setWorkspace } = useEditorActions();
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="text-12 font-medium">Files agents work in</span>
      <Segmented
        label="Files agents work in"
        value={workspace}
        onValueChange={setWorkspace}
        options={OPTIONS}
      />
      <span className="text-12 text-text-3">{HINTS[workspace]}</span>
    </div>
  );
}
