"use client";

import { type ReactNode, useState } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { Popover } from "@/app/_ui/popover.tsx";
import { VersionList } from "./version-list.tsx";

interface VersionPopoverProps {
  readonly trigger: ReactNode;
}

/** The org's versions under the button that names the present one. Open when it is first drawn. */
export function VersionPopover({ trigger }: VersionPopoverProps) {
  const [isOpen, setIsOpen] = useState(true);
  // It stays for the focus to come back to, and is not seen above what dims the page.
  const [isLooking, setIsLooking] = useState(false);
  return (
    <Popover
      label="Versions"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={classNames("max-h-96 w-80 overflow-y-auto", isLooking && "invisible")}
      trigger={trigger}
    >
      <VersionList onLook={setIsLooking} />
    </Popover>
  );
}
