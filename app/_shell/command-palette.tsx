"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { closeCommandPalette, commandStore, openCommandPalette } from "./command-store.ts";

const CommandDialog = lazy(async () => ({ default: (await import("./command-dialog.tsx")).CommandDialog }));

/** Find or do anything: Ctrl/Cmd-K from everywhere. What draws it is loaded when it is first opened. */
export function CommandPalette() {
  const isOpen = useStore(commandStore, (state) => state.isOpen);
  const [isUsed, setIsUsed] = useState(false);
  if (isOpen && !isUsed) setIsUsed(true);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      if (commandStore.getState().isOpen) closeCommandPalette();
      else openCommandPalette();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <Suspense>
      {isUsed ? (
        <CommandDialog
          isOpen={isOpen}
          onOpenChange={(next) => (next ? openCommandPalette() : closeCommandPalette())}
        />
      ) : null}
    </Suspense>
  );
}
