"use client";

import { lazy, Suspense, useEffect } from "react";
import { useStore } from "zustand";
import { hideTooltip, tooltipStore } from "./tooltip-store.ts";

const TooltipBubble = lazy(async () => ({ default: (await import("./tooltip-bubble.tsx")).TooltipBubble }));

/** Once in the app: draws the tooltip that is asked for. What places it is loaded with the first one. */
export function TooltipHost() {
  const shown = useStore(tooltipStore, (state) => state.shown);
  const isShown = shown !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") hideTooltip();
    };
    window.addEventListener("keydown", onKeyDown, true);
    window.addEventListener("scroll", hideTooltip, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
      window.removeEventListener("scroll", hideTooltip, true);
    };
  }, [isShown]);
  return <Suspense>{shown ? <TooltipBubble {...shown} /> : null}</Suspense>;
}
