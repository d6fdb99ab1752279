"use client";

import { ScanLine } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/app/_ui/button.tsx";
import type { RunDraft } from "./use-run.ts";

const XrayDialog = lazy(async () => ({ default: (await import("./xray-dialog.tsx")).XrayDialog }));

interface XrayButtonProps {
  readonly draft: RunDraft;
}

/** Looks through the org before anything is spent. */
export function XrayButton({ draft }: XrayButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)} aria-label="X-ray">
        <ScanLine />
        <span className="max-lg:hidden">X-ray</span>
      </Button>
      {isOpen ? (
        <Suspense>
          <XrayDialog draft={draft} isOpen onOpenChange={setIsOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
