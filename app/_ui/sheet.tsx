"use client";

import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { useReturnFocus } from "./use-return-focus.ts";
import { type SheetStop, sheetStops, useSheetDrag } from "./use-sheet-drag.ts";

interface SheetProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Percent of the screen it opens at. */
  readonly initialStop?: SheetStop;
  /** A modal sheet dims the page and holds the focus; otherwise the page behind it stays usable. */
  readonly isModal?: boolean;
  /** Opening it moves the focus into it; not where it opens by itself, beside what is being done. */
  readonly takesFocus?: boolean;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly className?: string;
}

/**
 * A panel from the bottom for small screens: rests at 25, 55 or 92 percent, dragged or stepped by its handle. Esc closes it, unless
 * it is pressed where something has a use of its own for it (`data-keeps-escape`).
 */
export function Sheet({
  isOpen,
  onOpenChange,
  title,
  children,
  initialStop = 55,
  isModal = false,
  takesFocus = true,
  actions,
  className,
}: SheetProps) {
  const { remember, giveBack } = useReturnFocus();
  const [stop, setStop] = useState<SheetStop>(initialStop);
  const { height, isDragging, handleProps } = useSheetDrag({
    stop,
    setStop,
    onClose: () => onOpenChange(false),
  });
  const next = sheetStops[(sheetStops.indexOf(stop) + 1) % sheetStops.length] ?? 55;
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange} modal={isModal}>
      <RadixDialog.Portal>
        {isModal ? <RadixDialog.Overlay className="fade-in fixed inset-0 z-30 bg-scrim" /> : null}
        <RadixDialog.Content
          aria-describedby={undefined}
          data-beside-page={isModal ? undefined : true}
          onOpenAutoFocus={(event) => {
            remember();
            if (!takesFocus) event.preventDefault();
          }}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest("[data-keeps-escape]"))
              event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if (!isModal) event.preventDefault();
          }}
          style={{ height: `${height}dvh` }}
          className={classNames(
            "float-in fixed inset-x-0 bottom-0 z-35 flex max-h-[92dvh] flex-col rounded-t-4 border-t bg-surface pb-[env(safe-area-inset-bottom)] outline-none",
            !isDragging && "transition-[height] duration-190 ease-travel",
            className,
          )}
        >
          <button
            type="button"
            aria-label={`${title}: ${stop} percent of the screen, make it ${next}`}
            onClick={() => setStop(next)}
            className="flex h-6 w-full flex-none touch-none items-center justify-center focus-inside"
            {...handleProps}
          >
            <span className="h-1 w-9 rounded-full bg-border-strong" />
          </button>
          <header className="flex flex-none items-center gap-2 px-4 pb-2">
            <RadixDialog.Title className="min-w-0 flex-1 truncate text-14">{title}</RadixDialog.Title>
            {actions}
            <RadixDialog.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <X />
              </IconButton>
            </RadixDialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
