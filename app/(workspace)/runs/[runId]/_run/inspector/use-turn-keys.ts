"use client";

import { useEffect } from "react";
import { useSingleKeys } from "@/app/_ui/use-single-keys.ts";

interface TurnKeys {
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onChanges: () => void;
  readonly onClose: () => void;
}

/** [ and ] go from turn to turn, C shows only what changed, Esc closes. Not while something is being typed. */
export function useTurnKeys({ onPrevious, onNext, onChanges, onClose }: TurnKeys): void {
  const hasSingleKeys = useSingleKeys();
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = { "[": onPrevious, "]": onNext, c: onChanges };
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest("input, textarea, [contenteditable], [role=dialog]");
      if (isTyping || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") onClose();
      else if (hasSingleKeys) actions[event.key.toLowerCase()]?.();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [hasSingleKeys, onPrevious, onNext, onChanges, onClose]);
}
