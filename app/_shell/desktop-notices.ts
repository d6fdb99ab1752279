"use client";

import { useSyncExternalStore } from "react";
import { createKeptSetting } from "../_ui/kept-setting.ts";

const setting = createKeptSetting("openhive.notices");

/** `none`: this browser has none, or not for this address. */
type NoticeState = "off" | "on" | "refused" | "none";

function read(): NoticeState {
  if (typeof Notification === "undefined" || !window.isSecureContext) return "none";
  if (Notification.permission === "denied") return "refused";
  return Notification.permission === "granted" && setting.read() === "on" ? "on" : "off";
}

/** Whether this browser tells about questions outside of the page. Off until somebody asks for it. */
export function useDesktopNotices(): { readonly state: NoticeState; readonly isOn: boolean } {
  const state = useSyncExternalStore(setting.subscribe, read, () => "off" as const);
  return { state, isOn: state === "on" };
}

/** Call from a click: asks the browser for leave where it has not been asked yet. Answers how it stands then. */
export async function setDesktopNotices(isOn: boolean): Promise<NoticeState> {
  if (isOn && read() !== "none") await Notification.requestPermission();
  setting.write(isOn ? "on" : "off");
  return read();
}
