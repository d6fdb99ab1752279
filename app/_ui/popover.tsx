"use client";

import { Popover as RadixPopover } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface PopoverProps {
  /** One button. */
  readonly trigger: ReactNode;
  /** What is in it, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly className?: string;
}

/** What was pressed in the panel may have moved the focus on: it is not taken back to the button then. */
function keepMovedFocus(event: Event): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) event.preventDefault();
}

/** A small panel that hangs on a button. */
export function Popover({
  trigger,
  label,
  children,
  align = "start",
  side = "bottom",
  isOpen,
  onOpenChange,
  className = "w-72 p-3",
}: PopoverProps) {
  return (
    <RadixPopover.Root
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={keepMovedFocus}
          className={classNames(
            "float-in z-50 max-w-[calc(100vw-1rem)] rounded-3 bg-surface shadow-float",
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
