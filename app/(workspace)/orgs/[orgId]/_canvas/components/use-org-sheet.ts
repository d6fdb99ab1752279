"use client";

import { useEffect, useState } from "react";
import { useEditor, useEditorActions } from "./editor-context.tsx";

export interface OrgSheet {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** On a small screen the org itself is a sheet that its name opens. Whatever is chosen afterwards takes its place for good. */
export function useOrgSheet(): OrgSheet {
  const isChosen = useEditor(({ selection }) => selection.size > 0);
  const { select, setOutlineOpen } = useEditorActions();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isChosen) setIsOpen(false);
  }, [isChosen]);
  return {
    isOpen,
    open: () => {
      select(new Set());
      setOutlineOpen(false);
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
  };
}
