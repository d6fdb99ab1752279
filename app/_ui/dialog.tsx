"use client";

import { X } from "lucide-react";
import { AlertDialog, Dialog as RadixDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button, IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { useReturnFocus } from "./use-return-focus.ts";

const scrim = "fade-in fixed inset-0 bg-scrim";
const box =
  "float-in fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-4 bg-surface shadow-float";
const footerRow = "flex flex-none flex-wrap items-center justify-end gap-2 border-t bg-surface-2 px-4 py-3";

interface DialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  /** A max-width utility; 30 rem unless told. */
  readonly className?: string;
}

/** A form or a choice over the page. Esc and the scrim close it. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  footer,
  className = "max-w-[30rem]",
}: DialogProps) {
  const { remember, giveBack } = useReturnFocus();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={classNames(scrim, "z-40")} />
        <RadixDialog.Content
          className={classNames(box, className)}
          onOpenAutoFocus={(event) => {
            remember();
            focusFirstControl(event);
          }}
          onCloseAutoFocus={giveBack}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <header className="flex-none px-5 pt-5 pb-3">
            <div className="flex items-start gap-3">
              <RadixDialog.Title className="line-clamp-3 min-w-0 flex-1 text-16 wrap-anywhere">
                {title}
              </RadixDialog.Title>
              <RadixDialog.Close asChild>
                <IconButton label="Close" className="-mt-1.5 -mr-2 -mb-1.5">
                  <X />
                </IconButton>
              </RadixDialog.Close>
            </div>
            {description ? (
              <RadixDialog.Description className="mt-1 text-pretty text-text-2 wrap-anywhere">
                {description}
              </RadixDialog.Description>
            ) : null}
          </header>
          {children ? (
            <div data-dialog-body className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
              {children}
            </div>
          ) : null}
          {footer ? (
            <footer data-dialog-footer className={footerRow}>
              {footer}
            </footer>
          ) : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

const controls = ["input", "textarea", "button", "a[href]", "[tabindex='0']"]
  .map((control) => `${control}:not(:disabled):not([tabindex='-1']):not([type='hidden']):not([role^='tab'])`)
  .join();

/** A dialog starts in its first control, or on its last button where it only asks; never on the one that closes it. */
function focusFirstControl(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const inBody = dialog.querySelector<HTMLElement>(`[data-dialog-body] :is(${controls})`);
  const inFooter = [...dialog.querySelectorAll<HTMLElement>(`[data-dialog-footer] :is(${controls})`)].at(-1);
  const first = inBody ?? inFooter;
  if (!first) return;
  event.preventDefault();
  first.focus();
}

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** A question: "Delete Research desk?" */
  readonly title: string;
  /** What goes with it and what stays. */
  readonly description: ReactNode;
  /** The verb of the question: "Delete org". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
}

/** Only for what cannot be undone. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  onConfirm,
  isBusy = false,
}: ConfirmDialogProps) {
  const { remember, giveBack } = useReturnFocus();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        {/* Over the dialog too that it may have been asked from. */}
        <AlertDialog.Overlay className={classNames(scrim, "z-50")} />
        <AlertDialog.Content
          className={classNames(box, "max-w-[25rem]")}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
        >
          <div className="px-5 pt-5 pb-4">
            <AlertDialog.Title className="text-16 wrap-anywhere">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 text-text-2 wrap-anywhere">
              {description}
            </AlertDialog.Description>
          </div>
          <footer className={footerRow}>
            <AlertDialog.Cancel asChild>
              <Button size={32}>Keep</Button>
            </AlertDialog.Cancel>
            <Button size={32} variant="danger-solid" onClick={onConfirm} disabled={isBusy}>
              {confirmLabel}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
