"use client";

import { useEffect } from "react";
import { useStore } from "zustand";
import { lazyPart } from "./lazy-part.tsx";
import { hideTooltip, tooltipStore } from "./tooltip-store.ts";

const TooltipBubble = lazyPart(async () => (await import("./tooltip-bubble.tsx")).TooltipBubble, {
  isQuiet: true,
});

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
  return shown && <TooltipBubble {...shown} />;
}
