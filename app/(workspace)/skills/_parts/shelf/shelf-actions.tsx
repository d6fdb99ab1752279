"use client";

import { FolderPlus, PackagePlus, Plus } from "lucide-react";
import { Button, IconButton } from "../../../../_ui/button.tsx";
import type { ShelfDialogKind } from "./shelf-dialog.tsx";

interface ShelfActionsProps {
  readonly onOpen: (kind: ShelfDialogKind) => void;
}

/** How skills come here: made, installed, or from the folders of a project. */
export function ShelfActions({ onOpen }: ShelfActionsProps) {
  return (
    <>
      <IconButton label="Project folders" onClick={() => onOpen("projects")}>
        <FolderPlus />
      </IconButton>
      <IconButton label="Install a skill" onClick={() => onOpen("install")}>
        <PackagePlus />
      </IconButton>
      <Button variant="primary" onClick={() => onOpen("new")}>
        <Plus />
        New skill
      </Button>
    </>
  );
}
