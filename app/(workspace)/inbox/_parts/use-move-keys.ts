"use client";

import { useEffect, useState } from "react";
import { readAddressQuery, replaceAddressQuery, withQuery } from "../../../_ui/address-query.ts";
import { useSingleKeys } from "../../../_ui/use-single-keys.ts";

/** J and K walk the list, unless the reader is typing. Answers whether the reader walks by them, and has not pointed at anything since. */
export function useMoveKeys(addresses: readonly string[], at: number): boolean {
  const isOn = useSingleKeys();
  const [isWalking, setIsWalking] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest("textarea, input:not([type=radio],[type=checkbox]), [role=dialog]");
      const step = { j: 1, k: -1 }[event.key];
      const next = step === undefined ? undefined : addresses[placeIn(addresses, at) + step];
      if (!next || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      setIsWalking(true);
      replaceAddressQuery(new URL(next, window.location.href).searchParams);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
  useEffect(() => {
    if (!isWalking) return;
    const stop = () => setIsWalking(false);
    window.addEventListener("pointerdown", stop);
    return () => window.removeEventListener("pointerdown", stop);
  }, [isWalking]);
  return isWalking;
}

/** Where the address is in the list; where it names nothing in it, what is drawn. A key comes before the step of the last is drawn. */
function placeIn(addresses: readonly string[], drawn: number): number {
  const place = addresses.indexOf(withQuery(window.location.pathname, readAddressQuery()));
  return place === -1 ? drawn : place;
}
