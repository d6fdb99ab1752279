"use client";

import { FolderPlus, PackagePlus, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "../../../../_ui/button.tsx";
import type { ShelfDialogKind } from "./shelf-dialog.tsx";

// One for the three: each by itself makes the bundler cut what all pages share into more pieces.
const ShelfDialog = lazy(async () => ({ default: (await import("./shelf-dialog.tsx")).ShelfDialog }));

/** How skills come here: made, installed, or from the folders of a project. */
export function ShelfActions() {
  const [open, setOpen] = useState<ShelfDialogKind>();
  return (
    <>
      <IconButton label="Project folders" onClick={() => setOpen("projects")}>
        <FolderPlus />
      </IconButton>
      <IconButton label="Install a skill" onClick={() => setOpen("install")}>
        <PackagePlus />
      </IconButton>
      <Button variant="primary" onClick={() => setOpen("new")}>
        <Plus />
        New skill
      </Button>
      <Suspense>{open ? <ShelfDialog kind={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </>
  );
}
