"use client";

import { Check, Hand, Info, type LucideIcon, X } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { classNames } from "./class-names.ts";
import { type ToastKind, type ToastOptions, takeToasts, toastStore } from "./toast-store.ts";

const looks: Readonly<Record<ToastKind, { readonly icon: LucideIcon; readonly className: string }>> = {
  info: { icon: Info, className: "text-text-3" },
  done: { icon: Check, className: "text-st-done" },
  person: { icon: Hand, className: "text-st-person" },
  fail: { icon: X, className: "text-st-fail" },
};

function draw({ kind = "info", text, action, id }: ToastOptions): void {
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

/** Draws toasts, those that came before it was loaded too. */
export function Toaster() {
  useEffect(() => {
    const drawAll = () => {
      for (const options of takeToasts()) draw(options);
    };
    // The list below listens from its own effect on, which runs before this one.
    drawAll();
    return toastStore.subscribe(drawAll);
  }, []);
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
