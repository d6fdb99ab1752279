"use client";

import { useEffect, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { toastStore } from "./toast-store.ts";

const Toaster = lazyPart(async () => (await import("./toaster.tsx")).Toaster, { isQuiet: true });

/** Long after the page stands. */
const PRELOAD_MS = 10_000;

/** Once in the app: where toasts appear, from the first one on. */
export function ToastHost() {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    const look = () => {
      if (toastStore.getState().pending.length > 0) setIsUsed(true);
    };
    look();
    const unsubscribe = toastStore.subscribe(look);
    // There before it is needed: the first thing to tell may be that the server is away, which could not bring it.
    const timer = setTimeout(() => Toaster.preload(), PRELOAD_MS);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, []);
  return isUsed ? <Toaster /> : null;
}
