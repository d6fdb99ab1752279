"use client";

import { Slot } from "radix-ui";
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect } from "react";
import {
  askForTooltip,
  forgetTooltip,
  hideTooltip,
  leaveTooltip,
  showTooltip,
  type TooltipSide,
} from "./tooltip-store.ts";

interface TooltipProps {
  /** Repeats in words what is elsewhere too: nothing needs hover. */
  readonly label: ReactNode;
  readonly keys?: readonly string[];
  readonly side?: TooltipSide;
  /** One element. */
  readonly children: ReactNode;
}

/** A label that appears after 400 ms, at once when moving along a row of them or when focused by key. */
export function Tooltip({ label, keys, side = "bottom", children }: TooltipProps) {
  useEffect(() => forgetTooltip, []);
  const of = (element: Element) => ({ element, label, keys, side });
  return (
    <Slot.Root
      onPointerEnter={(event: PointerEvent) => {
        if (event.pointerType !== "touch") askForTooltip(of(event.currentTarget));
      }}
      onPointerLeave={leaveTooltip}
      onPointerDown={hideTooltip}
      onFocus={(event: FocusEvent) => {
        if (event.target.matches(":focus-visible")) showTooltip(of(event.currentTarget));
      }}
      onBlur={hideTooltip}
    >
      {children}
    </Slot.Root>
  );
}
