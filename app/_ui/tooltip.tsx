"use client";

import { Tooltip as RadixTooltip } from "radix-ui";
import type { ReactNode } from "react";
import { Keys } from "./kbd.tsx";

interface TooltipProps {
  /** Repeats in words what is elsewhere too: nothing needs hover. */
  readonly label: ReactNode;
  readonly keys?: readonly string[];
  readonly side?: "top" | "right" | "bottom" | "left";
  /** One element that takes a ref. */
  readonly children: ReactNode;
}

/** A label that appears after 400 ms, at once when moving along a row of them. */
export function Tooltip({ label, keys, side = "bottom", children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="float-in z-60 inline-flex max-w-80 items-center gap-1.5 rounded-2 bg-text px-2 py-[5px] text-12 text-surface"
        >
          {label}
          {keys ? <Keys keys={keys} isInverted /> : null}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}

interface TooltipProviderProps {
  readonly children: ReactNode;
}

/** Once around the app. */
export function TooltipProvider({ children }: TooltipProviderProps) {
  return (
    <RadixTooltip.Provider delayDuration={400} skipDelayDuration={300}>
      {children}
    </RadixTooltip.Provider>
  );
}
