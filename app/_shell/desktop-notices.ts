"use client";

import { useSyncExternalStore } from "react";
import { createKeptSetting } from "../_ui/kept-setting.ts";

const setting = createKeptSetting("openhive.notices");

/** `none`: this browser has none, or not for this address. `unable`: it says that it has, and shows none to a page. */
type NoticeState = "off" | "on" | "refused" | "none" | "unable";

/** What a notice says, and what it leads to. */
export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** The same from two tabs is one notice. */
  readonly tag: string;
  readonly onOpen: () => void;
}

/** Browsers of phones let a service worker alone show notices: in a page the constructor throws. Found out by trying. */
let isUnable = false;

function read(): NoticeState {
  if (typeof Notification === "undefined" || !window.isSecureContext) return "none";
  if (isUnable) return "unable";
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
  if (isOn && read() === "off") {
    // Without leave nothing is seen of this one: it only tells whether there can be any.
    if (Notification.permission === "default") create("");
    if (!isUnable) await Notification.requestPermission();
  }
  setting.write(isOn && !isUnable ? "on" : "off");
  return read();
}

/** Shows one. Where that cannot be, the page goes on, and the setting says so from then on. */
export function showDesktopNotice({ title, body, tag, onOpen }: DesktopNotice): void {
  const notice = create(title, { body, tag });
  if (!notice) {
    setting.write("off");
    return;
  }
  notice.onclick = () => {
    window.focus();
    onOpen();
    notice.close();
  };
}

function create(title: string, options: NotificationOptions = {}): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    isUnable = true;
    return undefined;
  }
}
