"use client";

import { useSyncExternalStore } from "react";
import { createKeptSetting } from "./kept-setting.ts";

const setting = createKeptSetting("openhive.single-keys");

/** Whether single letters act as keys (J, K, S, "/"): on unless switched off in Settings. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    setting.subscribe,
    () => setting.read() !== "off",
    () => true,
  );
}

/** Remembers in this browser whether single letters act as keys. */
export function setSingleKeys(isOn: boolean): void {
  setting.write(isOn ? "on" : "off");
}
