"use client";

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { lazyPart } from "../_ui/lazy-part.tsx";
import { closeCommandPalette, commandStore, openCommandPalette } from "./command-store.ts";

const CommandDialog = lazyPart(async () => (await import("./command-dialog.tsx")).CommandDialog);

const setOpen = (isOpen: boolean) => (isOpen ? openCommandPalette() : closeCommandPalette());

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
    isUsed && (
      <CommandDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        onShown={(isShown) => {
          setIsUsed(isShown);
          setOpen(isShown);
        }}
      />
    )
  );
}
