"use client";

import { ReactFlowProvider } from "@xyflow/react";
import { useState } from "react";
import type { OrgDetail } from "@/server/contract/api.ts";
import { createEditorStore } from "../store/create-editor-store.ts";
import { EditorProvider } from "./editor-context.tsx";
import { OrgEditor } from "./org-editor.tsx";
import { restoreFolds } from "./use-kept-folds.ts";

interface LoadedEditorProps {
  readonly detail: OrgDetail;
}

/** The editor on an org as it was when it was opened. */
export function LoadedEditor({ detail }: LoadedEditorProps) {
  const [first] = useState(detail);
  const [store] = useState(() => {
    const created = createEditorStore(first);
    restoreFolds(created);
    return created;
  });
  return (
    <EditorProvider store={store}>
      <ReactFlowProvider>
        <OrgEditor sampleFiles={first.sampleFiles} />
      </ReactFlowProvider>
    </EditorProvider>
  );
}
