"use client";

import { Check, Hand, Info, type LucideIcon, X } from "lucide-react";
import { Toaster as Sonner, toast } from "sonner";
import { classNames } from "./class-names.ts";

export type ToastKind = "info" | "done" | "person" | "fail";

const looks: Readonly<Record<ToastKind, { readonly icon: LucideIcon; readonly className: string }>> = {
  info: { icon: Info, className: "text-text-3" },
  done: { icon: Check, className: "text-st-done" },
  person: { icon: Hand, className: "text-st-person" },
  fail: { icon: X, className: "text-st-fail" },
};

export interface ToastOptions {
  readonly kind?: ToastKind;
  /** What happened: "Fact checker deleted, with 1 line". */
  readonly text: string;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** A second toast with the same id replaces the first. */
  readonly id?: string;
}

/** Tells of something that happened out of view. Five seconds; failures stay until closed. */
export function showToast({ kind = "info", text, action, id }: ToastOptions): void {
  const look = looks[kind];
  const Icon = look.icon;
  toast.custom(
    (toastId) => (
      <div
        role={kind === "fail" ? "alert" : "status"}
        className="flex w-[min(21.25rem,calc(100vw-2rem))] items-start gap-2.5 rounded-3 bg-surface px-3 py-2.5 text-13 text-text shadow-float"
      >
        <Icon className={classNames("mt-0.5 size-4", look.className)} />
        <span className="min-w-0 flex-1">{text}</span>
        {action ? (
          <button
            type="button"
            className="flex-none rounded-1 font-medium text-accent hover:underline"
            onClick={() => {
              action.onSelect();
              toast.dismiss(toastId);
            }}
          >
            {action.label}
          </button>
        ) : null}
        <button
          type="button"
          aria-label="Close"
          className="relative -mr-1 grid size-5 flex-none place-items-center rounded-1 text-text-3 before:absolute before:-inset-2 hover:bg-surface-3"
          onClick={() => toast.dismiss(toastId)}
        >
          <X className="size-3" />
        </button>
      </div>
    ),
    { duration: kind === "fail" ? Number.POSITIVE_INFINITY : 5_000, ...(id ? { id } : {}) },
  );
}

/** Once in the app: where toasts appear. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={1}
      gap={8}
      offset={16}
      mobileOffset={{ bottom: "calc(4.5rem + env(safe-area-inset-bottom))" }}
      containerAriaLabel="Messages"
    />
  );
}
