"use client";

import { FolderPlus, PackagePlus, Plus } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../../_ui/button.tsx";
import { lazyPart } from "../../../../_ui/lazy-part.tsx";
import type { ShelfDialogKind } from "./shelf-dialog.tsx";

// One for the three: each by itself makes the bundler cut what all pages share into more pieces.
const ShelfDialog = lazyPart(async () => (await import("./shelf-dialog.tsx")).ShelfDialog);

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
      {open ? (
        <ShelfDialog
          kind={open}
          onClose={() => setOpen(undefined)}
          onShown={(isShown) => setOpen(isShown ? open : undefined)}
        />
      ) : null}
    </>
  );
}
