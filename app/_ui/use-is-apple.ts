"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => {};
const onClient = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
const onServer = () => false;

/** Whether the reader's keyboard has a command key. */
export function useIsApple(): boolean {
  return useSyncExternalStore(subscribe, onClient, onServer);
}
