"use client";

import { InstallDialog } from "./install-dialog.tsx";
import { NewSkillDialog } from "./new-skill-dialog.tsx";
import { ProjectsDialog } from "./projects-dialog.tsx";

export type ShelfDialogKind = "new" | "install" | "projects";

const DIALOGS = { new: NewSkillDialog, install: InstallDialog, projects: ProjectsDialog };

interface ShelfDialogProps {
  readonly kind: ShelfDialogKind;
  readonly onClose: () => void;
}

/** The ways in which skills come here, loaded together with the first one that is opened. */
export function ShelfDialog({ kind, onClose }: ShelfDialogProps) {
  const Dialog = DIALOGS[kind];
  return <Dialog onClose={onClose} />;
}
