"use client";

import { FolderPlus, PackagePlus, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "../../../../_ui/button.tsx";

const NewSkillDialog = lazy(async () => ({
  default: (await import("./new-skill-dialog.tsx")).NewSkillDialog,
}));
const InstallDialog = lazy(async () => ({ default: (await import("./install-dialog.tsx")).InstallDialog }));
const ProjectsDialog = lazy(async () => ({
  default: (await import("./projects-dialog.tsx")).ProjectsDialog,
}));

/** How skills come here: made, installed, or from the folders of a project. */
export function ShelfActions() {
  const [open, setOpen] = useState<"new" | "install" | "projects">();
  const close = () => setOpen(undefined);
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
      <Suspense>
        {open === "new" ? <NewSkillDialog onClose={close} /> : null}
        {open === "install" ? <InstallDialog onClose={close} /> : null}
        {open === "projects" ? <ProjectsDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}
