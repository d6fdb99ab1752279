"use client";

import { ScanLine } from "lucide-react";
import { Button } from "@/app/_ui/button.tsx";

interface XrayButtonProps {
  readonly onOpen: () => void;
}

/** Looks through the org before anything is spent. */
export function XrayButton({ onOpen }: XrayButtonProps) {
  return (
    <Button onClick={onOpen} aria-label="X-ray">
      <ScanLine />
      <span className="max-lg:hidden">X-ray</span>
    </Button>
  );
}
