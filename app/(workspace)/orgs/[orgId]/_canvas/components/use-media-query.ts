"use client";

import { useSyncExternalStore } from "react";

/**
 * Whether a media query holds; draws again when that changes. False while rendered on the server. Widths are in rem, as in the styles: a
 * reader whose letters are twice as large has half the room.
 */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
