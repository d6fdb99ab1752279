"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** False on the server and while taking over its markup: for what only the browser knows. */
export function useIsMounted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
