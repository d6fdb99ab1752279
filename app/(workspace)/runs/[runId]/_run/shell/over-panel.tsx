"use client";

import { PanelRightClose, PanelRightOpen } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { IconButton } from "@/app/_ui/button.tsx";
import { classNames } from "@/app/_ui/class-names.ts";

interface OverPanelProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly canvas: ReactNode;
  readonly panel: ReactNode;
  readonly strip: ReactNode;
}

/** On middling screens: the whole canvas, and the panel over it from the right while it is asked for. */
export function OverPanel({ isOpen, setOpen, canvas, panel, strip }: OverPanelProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setOpen(false);
  };
  return (
    <>
      <div
        // What floats over the canvas stands beside the panel and its button, not below them.
        className={classNames(
          "relative min-h-0 flex-1 overflow-hidden",
          isOpen && "[--covered-right:calc(min(400px,70%)+2.25rem)]",
        )}
      >
        {canvas}
        {isOpen ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel from anywhere inside
          <div
            className="absolute inset-y-0 right-0 z-20 w-[min(400px,70%)] border-l bg-surface shadow-float"
            onKeyDown={onKeyDown}
          >
            <IconButton
              label="Close the panel"
              variant="secondary"
              className="!absolute top-3 -left-9 z-10"
              onClick={() => setOpen(false)}
            >
              <PanelRightClose />
            </IconButton>
            {panel}
          </div>
        ) : (
          <IconButton
            label="Open the panel"
            variant="secondary"
            size={32}
            className="!absolute top-1/2 right-3 z-20 -translate-y-1/2"
            onClick={() => setOpen(true)}
          >
            <PanelRightOpen />
          </IconButton>
        )}
      </div>
      <div className="flex-none border-t bg-surface">{strip}</div>
    </>
  );
}
