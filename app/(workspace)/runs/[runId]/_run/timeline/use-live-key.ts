"use client";

import { useEffect } from "react";
import { useSingleKeys } from "@/app/_ui/use-single-keys.ts";
import { useRunContext } from "../store/run-context.tsx";

const TYPING = "textarea, input, select, [contenteditable=true], [role=dialog], [role=menu]";

/** L goes back to now from anywhere on the page, while an earlier moment is looked at and nobody types. */
export function useLiveKey(isPast: boolean): void {
  const { store } = useRunContext();
  const hasSingleKeys = useSingleKeys();
  useEffect(() => {
    if (!isPast || !hasSingleKeys) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (event.key.toLowerCase() !== "l" || isOther || isTyping) return;
      event.preventDefault();
      store.lookAt(null);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isPast, hasSingleKeys, store]);
}
