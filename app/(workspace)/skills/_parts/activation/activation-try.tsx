"use client";

import { Eye } from "lucide-react";
import { useState } from "react";
import type { SkillDetail } from "@/server/contract/api.ts";
import { Button } from "../../../../_ui/button.tsx";
import { ActivationDialog } from "./activation-dialog.tsx";

interface ActivationTryProps {
  readonly skill: SkillDetail;
}

/** Opens the whole of what a model is sent before and after an agent activates the skill. */
export function ActivationTry({ skill }: ActivationTryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="self-start" onClick={() => setIsOpen(true)}>
        <Eye />
        Try activation
      </Button>
      {isOpen ? <ActivationDialog skill={skill} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
