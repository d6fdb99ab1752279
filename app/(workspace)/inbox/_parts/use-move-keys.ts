"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useSingleKeys } from "../../../_ui/use-single-keys.ts";

/** J and K walk the list, unless the reader is typing. */
export function useMoveKeys(addresses: readonly string[], at: number): void {
  const router = useRouter();
  const isOn = useSingleKeys();
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest("textarea, input:not([type=radio],[type=checkbox]), [role=dialog]");
      const step = { j: 1, k: -1 }[event.key];
      const next = step === undefined ? undefined : addresses[at + step];
      if (!next || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      router.replace(next, { scroll: false });
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}
