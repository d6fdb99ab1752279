"use client";

import { Pencil } from "lucide-react";
import { useState } from "react";
import type { SkillDetail } from "@/server/contract/api.ts";
import { Button } from "../../../../_ui/button.tsx";
import { lazyPart } from "../../../../_ui/lazy-part.tsx";
import { useIsReadOnly } from "../use-is-read-only.ts";

// The editor of texts comes with the first change.
const ManualDialog = lazyPart(async () => (await import("./manual-dialog.tsx")).ManualDialog);

interface EditManualProps {
  readonly skill: Pick<SkillDetail, "name" | "root">;
}

/** Opens SKILL.md for writing; nothing where the skill ships with OpenHive. */
export function EditManual({ skill }: EditManualProps) {
  const [isOpen, setOpen] = useState(false);
  if (useIsReadOnly(skill.root)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Pencil />
        Edit SKILL.md
      </Button>
      {isOpen ? <ManualDialog skill={skill.name} onClose={() => setOpen(false)} onShown={setOpen} /> : null}
    </>
  );
}
