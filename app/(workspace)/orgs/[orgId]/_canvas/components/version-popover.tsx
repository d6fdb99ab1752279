"use client";

import { type ReactNode, useState } from "react";
import { Popover } from "@/app/_ui/popover.tsx";
import { VersionList } from "./version-list.tsx";

interface VersionPopoverProps {
  readonly trigger: ReactNode;
}

/** The org's versions under the button that names the present one. Open when it is first drawn. */
export function VersionPopover({ trigger }: VersionPopoverProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Popover
      label="Versions"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="max-h-96 w-80 overflow-y-auto"
      trigger={trigger}
    >
      <VersionList />
    </Popover>
  );
}
