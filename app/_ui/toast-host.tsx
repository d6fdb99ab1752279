"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { toastStore } from "./toast-store.ts";

const Toaster = lazy(async () => ({ default: (await import("./toaster.tsx")).Toaster }));

/** Once in the app: where toasts appear, from the first one on. */
export function ToastHost() {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    const look = () => {
      if (toastStore.getState().pending.length > 0) setIsUsed(true);
    };
    look();
    return toastStore.subscribe(look);
  }, []);
  return isUsed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
