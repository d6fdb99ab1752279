import type { ReactNode } from "react";
import { createStore } from "zustand/vanilla";

export type TooltipSide = "top" | "right" | "bottom" | "left";

export interface ShownTooltip {
  /** What it hangs on. */
  readonly element: Element;
  readonly label: ReactNode;
  readonly keys: readonly string[] | undefined;
  readonly side: TooltipSide;
}

interface TooltipState {
  readonly shown: ShownTooltip | undefined;
}

const OPEN_DELAY_MS = 400;
/** Long enough to move onto the tooltip itself. */
const CLOSE_DELAY_MS = 120;
/** Within this time after one was seen the next one comes at once. */
const SKIP_DELAY_MS = 300;

/** The one tooltip of the page, if any is shown. */
export const tooltipStore = createStore<TooltipState>(() => ({ shown: undefined }));

let timer: ReturnType<typeof setTimeout> | undefined;
let lastSeen = Number.NEGATIVE_INFINITY;

/** Shows a tooltip after a moment, at once when another was seen just now. */
export function askForTooltip(tooltip: ShownTooltip): void {
  clearTimeout(timer);
  const isWarm = tooltipStore.getState().shown !== undefined || performance.now() - lastSeen < SKIP_DELAY_MS;
  if (isWarm) showTooltip(tooltip);
  else timer = setTimeout(() => showTooltip(tooltip), OPEN_DELAY_MS);
}

export function showTooltip(tooltip: ShownTooltip): void {
  clearTimeout(timer);
  if (!tooltip.element.isConnected) return;
  tooltipStore.setState({ shown: tooltip });
}

/** Lets the shown tooltip stay, for example because the pointer is on it. */
export function keepTooltip(): void {
  clearTimeout(timer);
}

/** Hides the tooltip once the pointer had time to reach it. */
export function leaveTooltip(): void {
  clearTimeout(timer);
  timer = setTimeout(hideTooltip, CLOSE_DELAY_MS);
}

export function hideTooltip(): void {
  clearTimeout(timer);
  if (tooltipStore.getState().shown === undefined) return;
  lastSeen = performance.now();
  tooltipStore.setState({ shown: undefined });
}

/** Hides the tooltip if what it hangs on is gone. */
export function forgetTooltip(): void {
  if (tooltipStore.getState().shown?.element.isConnected === false) hideTooltip();
}
